export interface SseEvent {
  event: string;
  data: string;
  /** The last id of the stream so far, even if this event had none. */
  lastEventId: string | undefined;
}

/**
 * Parses text/event-stream as specified by WHATWG. Text may be split anywhere, even within a line ending. An event
 * without a final empty line is dropped.
 */
export function createSseParser(onEvent: (event: SseEvent) => void): (text: string) => void {
  let pending = "";
  let started = false;
  let event = "";
  let data: string[] = [];
  let lastEventId: string | undefined;

  const field = (name: string, value: string) => {
    if (name === "event") event = value;
    else if (name === "data") data.push(value);
    else if (name === "id" && !value.includes("\0")) lastEventId = value;
  };

  const dispatch = () => {
    if (data.length > 0) onEvent({ event: event || "message", data: data.join("\n"), lastEventId });
    event = "";
    data = [];
  };

  const line = (text: string) => {
    if (text === "") return dispatch();
    const colon = text.indexOf(":");
    if (colon === 0) return;
    if (colon === -1) field(text, "");
    else field(text.slice(0, colon), text.slice(colon + 1).replace(/^ /, ""));
  };

  return (text) => {
    pending += started ? text : text.replace(/^\uFEFF/, "");
    started ||= text !== "";
    // A \r at the very end may be half of \r\n, so wait for the next chunk.
    const ends = /\r\n|\n|\r(?!$)/g;
    let start = 0;
    for (let end = ends.exec(pending); end; end = ends.exec(pending)) {
      line(pending.slice(start, end.index));
      start = ends.lastIndex;
    }
    pending = pending.slice(start);
  };
}

interface Reading {
  onEvent: (event: SseEvent) => void;
  isOver: () => boolean;
  /** Called for all received bytes, including comments. */
  onBytes?: () => void;
  signal?: AbortSignal;
}

/** Calls back for every event until the stream ends or is aborted. */
export async function readSse(
  body: ReadableStream<Uint8Array>,
  { onEvent, isOver, onBytes, signal }: Reading,
): Promise<void> {
  const feed = createSseParser((event) => {
    if (!isOver()) onEvent(event);
  });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  // Canceling a broken stream may fail, which does not matter.
  const cancelReader = () => void reader.cancel().catch(() => undefined);
  signal?.addEventListener("abort", cancelReader);
  try {
    while (!isOver()) {
      const { done, value } = await reader.read();
      if (done) return;
      onBytes?.();
      feed(decoder.decode(value, { stream: true }));
    }
  } finally {
    signal?.removeEventListener("abort", cancelReader);
    cancelReader();
  }
}
