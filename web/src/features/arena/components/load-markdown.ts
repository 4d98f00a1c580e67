export const loadMarkdown = () => import("./markdown-block");

/** Asks for it before the first answer is there, so that its source does not flash up first. */
export function prepareMarkdown(): void {
  loadMarkdown().catch(() => undefined);
}
