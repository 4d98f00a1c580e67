import { describe, expect, it } from "vitest";
import { createSseParser, readSse, type SseEvent } from "./sse";

function parse(...pieces: string[]): SseEvent[] {
  const events: SseEvent[] = [];
  const feed = createSseParser((event) => events.push(event));
  for (const piece of pieces) feed(piece);
  return events;
}

describe("the event stream parser", () => {
  it("reads fields, joins data lines and remembers the last id", () => {
    expect(parse("event: delta\nid: 1.3\ndata: a\ndata: b\n\ndata: c\n\n")).toEqual([
      { event: "delta", data: "a\nb", lastEventId: "1.3" },
      { event: "message", data: "c", lastEventId: "1.3" },
    ]);
  });

  it("accepts every kind of line ending, split anywhere", () => {
    const text = "\uFEFFevent: x\r\ndata: 1\r\n\r\ndata: 2\r\rdata:3\n\n: ping\n\ndata\n\n";
    const whole = parse(text);
    expect(whole.map((event) => event.data)).toEqual(["1", "2", "3", ""]);
    expect(parse(...text)).toEqual(whole);
  });

  it("drops unfinished events, unknown fields and ids with a null character", () => {
    expect(parse("id: a\0b\nretry: 5\ncolour: red\n\ndata: half")).toEqual([]);
    expect(parse("id: a\0b\ndata: x\n\n")[0]?.lastEventId).toBeUndefined();
  });

  it("joins characters split between two chunks, and stops when aborted", async () => {
    const bytes = new TextEncoder().encode("data: 😀\n\ndata: never\n\n");
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    const events: string[] = [];
    await readSse(body, {
      onEvent: (event) => events.push(event.data),
      isOver: () => events.length > 0,
    });
    expect(events).toEqual(["😀"]);
  });
});
