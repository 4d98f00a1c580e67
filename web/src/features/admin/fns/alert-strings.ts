export const alertStrings = {
  title: "Open alerts",
  lead: "What needs somebody to look at it. It stays here until it is over or somebody has seen it.",
  none: "Nothing needs you right now.",
  levels: { warning: "Warning", critical: "Critical" },
  acknowledge: "Seen",
  acknowledged: "Noted that you have seen it.",
  failed: "It was not noted.",
  delivery: {
    none: undefined,
    waiting: "on its way to the webhook",
    sent: "sent to the webhook",
    refused: "the webhook refused it",
    unreachable: "the webhook could not be reached",
    forbidden: "the webhook's address is not allowed",
  },
} as const;
