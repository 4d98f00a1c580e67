const MOST_PER_PIECE = 2_000;
const MOST_WITHOUT_BREAK = 500;
const SPACE = /\s/;

/**
 * Cuts a long text into pieces that the browser lays out one by one, and only where they are visible. Cuts at the end of
 * a line or between words, and within a word only if it is longer than any word. A growing text keeps its first pieces.
 */
export function splitPieces(text: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  while (start < text.length) {
    const end = endOfPiece(text, start);
    pieces.push(text.slice(start, end));
    start = end;
  }
  return pieces;
}

function endOfPiece(text: string, start: number): number {
  const most = Math.min(start + MOST_PER_PIECE, text.length);
  const endless = findLongWord(text, start, most);
  if (endless !== undefined) return wholeCharacter(text, endless);
  if (most === text.length) return most;
  const piece = text.slice(start, most);
  const afterLine = piece.lastIndexOf("\n") + 1;
  return start + (afterLine || piece.search(/\s\S*$/) + 1);
}

/** The place where a word has become too long. */
function findLongWord(text: string, start: number, end: number): number | undefined {
  let afterWord = start;
  for (let at = start; at < end; at += 1) {
    if (SPACE.test(text.charAt(at))) afterWord = at + 1;
    else if (at - afterWord >= MOST_WITHOUT_BREAK) return at;
  }
  return undefined;
}

/** Keeps the two halves of a character together. */
function wholeCharacter(text: string, at: number): number {
  return /[\udc00-\udfff]/.test(text.charAt(at)) ? at + 1 : at;
}
