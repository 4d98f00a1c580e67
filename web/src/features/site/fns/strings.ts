export const siteStrings = {
  api: "API",
  apiHint: "Documentation of the API",
  version: (version: string) => `Version ${version}`,
} as const;
