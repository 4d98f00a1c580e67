export const alertStrings = {
  title: "Open alerts",
  lead: "Problems that need attention. An alert stays here until it is resolved or acknowledged.",
  none: "No open alerts.",
  levels: { warning: "Warning", critical: "Critical" },
  acknowledge: "Acknowledge",
  acknowledged: "Alert acknowledged.",
  failed: "The alert could not be acknowledged.",
  delivery: {
    none: undefined,
    waiting: "sending to the webhook",
    sent: "sent to the webhook",
    refused: "the webhook refused it",
    unreachable: "the webhook could not be reached",
    forbidden: "the webhook's address is not allowed",
  },
} as const;
