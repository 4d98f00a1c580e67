export const siteStrings = {
  demo: "Demonstration: people, votes and answers here are simulated.",
  api: "API",
  apiHint: "Documentation of the API",
  version: (version: string) => `Version ${version}`,
} as const;
