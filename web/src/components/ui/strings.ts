export const kitStrings = {
  copied: "Copied",
  copyFailed: "Your browser did not allow copying. Select the text instead.",
  copyRequestId: "Copy request ID",
  requestId: "Request ID",
  retry: "Try again",
  close: "Close",
  cancel: "Cancel",
  more: "Show more",
  noModels: {
    known: "No models available.",
    loading: "Loading models…",
    failed: "Models could not be loaded. Close and reopen this list to try again.",
  },
  notifications: "Notifications ({hotkey})",
} as const;
