export const appStrings = {
  palette: {
    label: "Search or jump to",
    placeholder: "Search pages, models and actions…",
    nothing: "Nothing found. Try another word.",
    pages: "Pages",
    actions: "Actions",
    theme: (name: string) => `Theme: ${name}`,
  },
  notFound: {
    title: "This page does not exist",
    detail: "The address may have a typing error, or the page has moved.",
    home: "Go to the start page",
  },
  crashed: {
    title: "llmbattler stopped unexpectedly.",
    detail: "Reload the page. Nothing that was saved is lost.",
    reload: "Reload",
  },
  liveComplaint: "The live connection reported a problem",
} as const;
