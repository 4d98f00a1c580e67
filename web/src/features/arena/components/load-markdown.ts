export const loadMarkdown = () => import("./markdown-block");

/** Preloads the Markdown parser, so that the source of the first answer is not visible for a moment. */
export function prepareMarkdown(): void {
  loadMarkdown().catch(() => undefined);
}
