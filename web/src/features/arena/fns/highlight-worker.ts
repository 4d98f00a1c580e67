import type { HighlightRequest, HighlightResponse } from "./highlight";
import { highlightTree } from "./highlight-tree";

addEventListener("message", ({ data }: MessageEvent<HighlightRequest>) => {
  const pieces = highlightTree(data.language, data.source);
  postMessage({ id: data.id, pieces } satisfies HighlightResponse);
});
