export const kitStrings = {
  copied: "Copied",
  copyFailed: "Your browser did not allow copying. Select the text instead.",
  copyRequestId: "Copy the request id",
  requestId: "Request id",
  retry: "Try again",
  close: "Close",
  cancel: "Cancel",
  more: "Show more",
  noModels: {
    known: "There is no model to choose.",
    loading: "The models are being loaded…",
    failed: "The models could not be loaded. Close this list and open it again to try once more.",
  },
  notifications: "Notifications ({hotkey})",
} as const;
