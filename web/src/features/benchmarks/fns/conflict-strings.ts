export const conflictStrings = {
  title: "Someone else saved a newer version",
  lead: (base: string, newest: string) =>
    `You started from version ${base}, but version ${newest} is now the latest. Your changes are not saved yet, and nothing is lost.`,
  savedBy: (name: string) => `by ${name}`,
  fits: "Your changes and theirs are in different places and fit together.",
  clashes:
    "You both changed the same lines, or lines next to each other. The merged text marks these places.",
  theirs: (base: string, newest: string) => `Their changes: version ${base} → ${newest}`,
  yours: (base: string) => `Your changes: version ${base} → yours`,
  base: (base: string) => `Version ${base}, where you started`,
  merge: "Edit merged text",
  keep: "Keep mine",
  keepHint: (newest: string) =>
    `“Keep mine” saves your text as the latest version; theirs stays available as version ${newest}.`,
  goOn: "Continue editing",
  take: "Take theirs",
  taken: (newest: string) => `You are now editing version ${newest}. Your changes were discarded.`,
  merging: (newest: string) =>
    `This is your text merged with version ${newest}. Check it, then save it as a new version.`,
  mergingMarked: (newest: string) =>
    `This is your text merged with version ${newest}. Decide between the marked lines, remove the markers, then save.`,
  back: "Back to both versions",
  theirLabel: (newest: string) => `version ${newest}`,
  yourLabel: "your changes",
} as const;
