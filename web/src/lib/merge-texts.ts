import { alignItems } from "./align";

const [OPENING, MIDDLE, CLOSING] = ["<<<<<<<", "=======", ">>>>>>>"];

interface Edits {
  base: string;
  theirs: string;
  yours: string;
}

interface Labels {
  theirs: string;
  yours: string;
}

const isEqual = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((line, place) => line === other[place]);

function mergeChunk(
  base: readonly string[],
  theirs: readonly string[],
  yours: readonly string[],
  labels: Labels,
): readonly string[] {
  if (isEqual(yours, base) || isEqual(yours, theirs)) return theirs;
  if (isEqual(theirs, base)) return yours;
  return [
    `${OPENING} ${labels.theirs}`,
    ...theirs,
    MIDDLE,
    ...yours,
    `${CLOSING} ${labels.yours}`,
  ] as string[];
}

/** Applies both edits to the base. Lines that both changed are put between markers, as in Git. */
export function mergeTexts(edits: Edits, labels: Labels): string {
  const base = edits.base.split("\n");
  const theirs = edits.theirs.split("\n");
  const yours = edits.yours.split("\n");
  const inTheirs = alignItems(base, theirs);
  const inYours = alignItems(base, yours);
  const merged: string[] = [];
  let [baseAt, theirsAt, yoursAt] = [0, 0, 0];
  const addUntil = (baseEnd: number, theirsEnd: number, yoursEnd: number) => {
    const chunk = mergeChunk(
      base.slice(baseAt, baseEnd),
      theirs.slice(theirsAt, theirsEnd),
      yours.slice(yoursAt, yoursEnd),
      labels,
    );
    merged.push(...chunk);
  };
  base.forEach((line, place) => {
    const [theirPlace = -1, yourPlace = -1] = [inTheirs[place], inYours[place]];
    if (theirPlace === -1 || yourPlace === -1) return;
    addUntil(place, theirPlace, yourPlace);
    merged.push(line);
    [baseAt, theirsAt, yoursAt] = [place + 1, theirPlace + 1, yourPlace + 1];
  });
  addUntil(base.length, theirs.length, yours.length);
  return merged.join("\n");
}

/** Whether a text still contains conflict markers. */
export const hasMarkers = (text: string): boolean =>
  text.split("\n").some((line) => line.startsWith(`${OPENING} `) || line.startsWith(`${CLOSING} `));
