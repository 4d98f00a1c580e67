/** Longer texts are shown without formatting, which would block the page. */
export const MOST_FORMATTED = 60_000;
const MOST_PER_BLOCK = 8_000;
const LONG_LIST = 3_000;
const MOST_MARKUP = 300;

export type Block =
  | { kind: "text"; source: string }
  | { kind: "code"; language: string; source: string; closed: boolean }
  | { kind: "plain"; source: string };

const FENCE = /^ {0,3}(`{3,}|~{3,})[ \t]*([^`\n]*)$/;
const MATH = /^ {0,3}\$\$/;
const ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;
const INDENTED = /^(?: {2,}|\t)/;
const NESTED = /^[ \t]*(?:(?:>|[*+-](?=[ \t]))[ \t]*){24,}/m;
const MARKUP = "[](!*_~`<$";
const DEFINITION = /^ {0,3}\[[^\]\n]{1,200}\]:[ \t]*\S+.*$/;

/**
 * Splits Markdown where no construct can continue: at blank lines outside of code, formulas and lists. While text
 * streams in, all blocks but the last stay the same, so only the last one is parsed again.
 */
export function splitBlocks(text: string): Block[] {
  const splitter = new Splitter();
  for (const line of text.split("\n"))
    splitter.take(line.endsWith("\r") ? line.slice(0, -1) : line);
  return splitter.finish();
}

class Splitter {
  readonly #blocks: Block[] = [];
  #lines: string[] = [];
  #fence: { mark: string; language: string } | undefined;
  #inMath = false;
  #inList = false;
  #blank = 0;
  #size = 0;

  take(line: string): void {
    if (this.#fence) this.#code(line);
    else if (this.#inMath) this.#math(line);
    else this.#prose(line);
  }

  finish(): Block[] {
    if (this.#fence) this.#closeCode(false);
    else this.#cut();
    return this.#blocks;
  }

  #code(line: string): void {
    const { mark } = this.#fence ?? { mark: "```" };
    const end = line.trim();
    const isEnd = end.length >= mark.length && end === (mark[0] ?? "`").repeat(end.length);
    if (isEnd) this.#closeCode(true);
    else this.#lines.push(line);
  }

  #math(line: string): void {
    this.#lines.push(line);
    if (line.includes("$$")) this.#inMath = false;
  }

  #prose(line: string): void {
    if (line.trim() === "") {
      this.#blank += 1;
      return;
    }
    const fence = FENCE.exec(line);
    // A fence inside a list belongs to its item and is handled by the parser.
    if (fence && !(this.#inList && INDENTED.test(line))) {
      this.#cut();
      this.#fence = { mark: fence[1] ?? "```", language: (fence[2] ?? "").trim() };
      return;
    }
    this.#separate(line);
    this.#lines.push(line);
    this.#size += line.length + 1;
    if (MATH.test(line)) this.#inMath = line.split("$$").length % 2 === 0;
  }

  #separate(line: string): void {
    const isItem = ITEM.test(line);
    if (isItem && this.#startsNewList(line)) this.#cut();
    if (this.#blank > 0) {
      const goesOn = this.#inList && (isItem || INDENTED.test(line));
      if (goesOn) this.#lines.push("");
      else this.#cut();
    }
    this.#blank = 0;
    if (this.#lines.length === 0) this.#inList = isItem;
    else if (isItem) this.#inList = true;
  }

  /** A long list continues as a new block at its next item, so that blocks stay small. */
  #startsNewList(item: string): boolean {
    if (this.#size < LONG_LIST || !this.#inList) return false;
    const first = this.#lines[0] ?? "";
    return ITEM.test(first) && kindOf(item) === kindOf(first);
  }

  #closeCode(closed: boolean): void {
    const language = this.#fence?.language ?? "";
    this.#blocks.push({ kind: "code", language, source: this.#lines.join("\n"), closed });
    this.#lines = [];
    this.#fence = undefined;
  }

  #cut(): void {
    this.#blank = 0;
    this.#size = 0;
    this.#inList = false;
    if (this.#lines.length === 0) return;
    const source = this.#lines.join("\n");
    this.#lines = [];
    this.#blocks.push({ kind: isTooComplex(source) ? "plain" : "text", source });
  }
}

/** The indentation and marker of an item. A deeper or different one belongs to another list. */
function kindOf(item: string): string {
  return item.replace(/^( *)(?:\d+([.)])|([-*+])).*$/s, "$1$2$3");
}

/** Masses of brackets or quotes are an attack on the parser. */
function isTooComplex(source: string): boolean {
  return source.length > MOST_PER_BLOCK || NESTED.test(source) || hasMostlyMarkup(source);
}

function hasMostlyMarkup(source: string): boolean {
  let count = 0;
  for (const sign of source) if (MARKUP.includes(sign)) count += 1;
  return count > MOST_MARKUP && count * 4 > source.length;
}

/** Link definitions apply to the whole text, wherever they are. */
export function definitionsOf(blocks: readonly Block[]): string {
  return blocks
    .flatMap((block) =>
      block.kind === "text" && block.source.includes("]:") ? [block.source] : [],
    )
    .flatMap((source) => source.split("\n").filter((line) => DEFINITION.test(line)))
    .slice(0, 100)
    .join("\n");
}
