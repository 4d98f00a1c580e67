import type { CodePiece } from "./highlight-tree";

export interface HighlightRequest {
  id: number;
  language: string;
  source: string;
}

export interface HighlightResponse {
  id: number;
  pieces: CodePiece[] | undefined;
}

type Work = HighlightRequest & { done: (pieces: CodePiece[] | undefined) => void };

/** The patterns of some languages take seconds for a line of brackets. Such code stays as it is. */
const MOST_MS = 2_000;
const waiting: Work[] = [];
let worker: Worker | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let lastId = 0;

/** Highlights code in a worker, so that no code can block the page. */
export async function highlight(
  language: string,
  source: string,
): Promise<CodePiece[] | undefined> {
  if (typeof Worker === "undefined") {
    return (await import("./highlight-tree")).highlightTree(language, source);
  }
  return new Promise((done) => {
    lastId += 1;
    waiting.push({ id: lastId, language, source, done });
    if (waiting.length === 1) start();
  });
}

function start(): void {
  const [next] = waiting;
  if (!next) return;
  worker ??= open();
  timer = setTimeout(giveUp, MOST_MS);
  worker.postMessage({ id: next.id, language: next.language, source: next.source });
}

function open(): Worker {
  const opened = new Worker(new URL("./highlight-worker.ts", import.meta.url), { type: "module" });
  opened.addEventListener("message", ({ data }: MessageEvent<HighlightResponse>) => {
    if (data.id === waiting[0]?.id) finish(data.pieces);
  });
  opened.addEventListener("error", giveUp);
  return opened;
}

function giveUp(): void {
  worker?.terminate();
  worker = undefined;
  finish(undefined);
}

function finish(pieces: CodePiece[] | undefined): void {
  clearTimeout(timer);
  waiting.shift()?.done(pieces);
  start();
}
