/** Part of a text: what is shown, or a run of characters that a page does not show. */
type TextPart = string | { hidden: string };

/**
 * Control characters but tabs and line feeds, characters without width, marks that change the direction of text, and
 * invisible letters. Within an emoji some of them are part of what is shown.
 */
const HIDDEN =
  /(?:(?!(?<=\p{ExtPict}|\p{EMod}|\ufe0f)\u200d(?=\p{ExtPict})|(?<=\p{ExtPict}|[\d#*](?=.\u20e3))\ufe0f)(?![\t\n])[\p{Cc}\p{Cf}\p{DI}\u2028\u2029])+/gu;
/** With more of them the text is shown without marks, which would block the page. */
const MOST_MARKED = 500;

/** The text without what a page does not show. Two lines stay two lines. */
export function withoutHidden(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(HIDDEN, "");
}

export function countHidden(text: string): number {
  let count = 0;
  for (const [run] of text.matchAll(HIDDEN)) count += [...run].length;
  return count;
}

export function splitHidden(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let shown = 0;
  for (const found of text.matchAll(HIDDEN)) {
    if (parts.length > MOST_MARKED * 2) return [withoutHidden(text)];
    if (found.index > shown) parts.push(text.slice(shown, found.index));
    parts.push({ hidden: found[0] });
    shown = found.index + found[0].length;
  }
  if (shown < text.length) parts.push(text.slice(shown));
  return parts;
}

/** "U+202E", or "U+200B ×3" for three of the same. */
export function nameHidden(run: string): string {
  const characters = [...run];
  const [first = ""] = characters;
  const code = `U+${(first.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
  if (characters.length === 1) return code;
  return characters.every((one) => one === first)
    ? `${code} ×${characters.length}`
    : `${code} +${characters.length - 1}`;
}
