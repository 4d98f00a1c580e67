export const siteStrings = {
  demo: "Demo: people, votes and answers here are simulated.",
  api: "API",
  apiHint: "API documentation",
  version: (version: string) => `Version ${version}`,
} as const;
