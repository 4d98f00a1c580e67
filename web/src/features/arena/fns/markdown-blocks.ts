/** Longer texts are shown without formatting, which would block the page. */
export const MOST_FORMATTED = 60_000;
const MOST_PER_BLOCK = 8_000;
const LONG_LIST = 3_000;
const MOST_MARKUP = 300;
/** The rest of a text with more blocks is shown without formatting. */
const MOST_BLOCKS = 300;
const MOST_FORMULA_SIGNS = 200;
/** Longer words are no words, unless their script has no spaces. */
const MOST_PER_WORD = 500;
const BETWEEN_WORDS = /[\s\u0e00-\u109f\u1780-\u17ff\u3000-\ua4cf\uac00-\udfff\uf900-\uffef]/;
const MOST_PER_CODE_LINE = 1_000;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]/;
const SIGNS = /[[\](!*_~`<$|&\n]/g;
const SIZE_PER_WEIGHT = 60;
const CODE_WEIGHT = 10;
/** No script stacks this many accents on a letter, and the time for their layout grows with the square. */
const STACKED = /\p{M}{20}/u;

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
  #rest: string[] = [];

  take(line: string): void {
    if (this.#isFull()) this.#rest.push(line);
    else if (this.#fence) this.#code(line);
    else if (this.#inMath) this.#math(line);
    else this.#prose(line);
  }

  finish(): Block[] {
    if (this.#isFull()) this.#addRest();
    else if (this.#fence) this.#closeCode(false);
    else this.#cut();
    return this.#blocks;
  }

  #isFull(): boolean {
    return this.#blocks.length >= MOST_BLOCKS;
  }

  #addRest(): void {
    const source = [...this.#lines, ...this.#rest].join("\n");
    if (source.trim()) this.#blocks.push({ kind: "plain", source });
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
      if (this.#isFull()) {
        this.#rest.push(line);
        return;
      }
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
    const source = this.#lines.join("\n");
    const block: Block = isSlowCode(source)
      ? { kind: "plain", source }
      : { kind: "code", language, source, closed };
    this.#blocks.push(block);
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

/** Masses of brackets or quotes are an attack on the parser, masses of accents one on the layout. */
function isTooComplex(source: string): boolean {
  return (
    source.length > MOST_PER_BLOCK ||
    NESTED.test(source) ||
    STACKED.test(source) ||
    hasMostlyMarkup(source) ||
    source.split("$", MOST_FORMULA_SIGNS + 2).length > MOST_FORMULA_SIGNS ||
    source.split(BETWEEN_WORDS).some((word) => word.length > MOST_PER_WORD)
  );
}

/** Code has no line breaks of its own, and the layout of some scripts in one long line takes seconds. */
function isSlowCode(source: string): boolean {
  return (
    STACKED.test(source) ||
    source.split("\n").some((line) => line.length > MOST_PER_CODE_LINE && RIGHT_TO_LEFT.test(line))
  );
}

/** Estimates how much work it is to show a block, in elements. */
export function weightOf(block: Block): number {
  const size = block.source.length / SIZE_PER_WEIGHT;
  if (block.kind === "plain") return size;
  if (block.kind === "code") return size + CODE_WEIGHT;
  return size + (block.source.match(SIGNS)?.length ?? 0);
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
