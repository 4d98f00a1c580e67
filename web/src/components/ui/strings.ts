export const kitStrings = {
  copied: "Copied",
  copyFailed: "Your browser did not allow copying. Select the text instead.",
  copyRequestId: "Copy the request id",
  requestId: "Request id",
  retry: "Try again",
  close: "Close",
  cancel: "Cancel",
  more: "Show more",
  notifications: "Notifications ({hotkey})",
} as const;
