const CHARACTER_WIDTH = 0.56;

/** Shortens text to a width, because SVG text has no ellipsis. */
export function fitText(text: string, width: number, fontSize = 12): string {
  const most = Math.max(3, Math.floor(width / (fontSize * CHARACTER_WIDTH)));
  return text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`;
}

/**
 * Shortens labels to a width at their ends, or in the middle if they would look the same otherwise: “Kestrel 3 … · terse”.
 */
export function fitLabels(labels: readonly string[], width: number, fontSize = 12): string[] {
  const short = labels.map((label) => fitText(label, width, fontSize));
  return labels.map((label, index) => {
    const alike = labels.filter((_, place) => short[place] === short[index]);
    const cut = short[index] ?? label;
    if (cut === label || new Set(alike).size < 2) return cut;
    const most = cut.length - 1;
    const tail = Math.min(Math.ceil(most / 2), most - 1);
    return `${label.slice(0, most - tail).trimEnd()}…${label.slice(-tail).trimStart()}`;
  });
}

export const textWidth = (text: string, fontSize = 12): number =>
  text.length * fontSize * CHARACTER_WIDTH;

/** Moves labels apart until none overlap, keeping their order and staying within the bounds. */
export function spread(
  places: readonly number[],
  gap: number,
  low: number,
  high: number,
): number[] {
  const order = places.map((_, index) => index).sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  const moved = [...places];
  let floor = low;
  for (const index of order) {
    moved[index] = Math.max(moved[index] ?? 0, floor);
    floor = (moved[index] ?? 0) + gap;
  }
  let ceiling = high;
  for (const index of order.toReversed()) {
    moved[index] = Math.min(moved[index] ?? 0, ceiling);
    ceiling = (moved[index] ?? 0) - gap;
  }
  return moved;
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const overlap = (one: Box, other: Box) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

interface Placed {
  x: number;
  y: number;
  anchor: "start" | "end" | "middle";
  /** There was no room for the label. The tooltip and the table still name the item. */
  hidden: boolean;
}

const HEIGHT = 13;
const LABEL_GAP = 9;

/** Places a label above, right, below or left of each dot, wherever it covers no other label or dot. */
export function placeLabels(
  dots: readonly { x: number; y: number; label: string }[],
  within: { left: number; right: number },
  reserved: readonly Box[],
): Placed[] {
  const taken: Box[] = [
    ...reserved,
    ...dots.map(({ x, y }) => ({ x: x - 5, y: y - 5, width: 10, height: 10 })),
  ];
  return dots.map(({ x, y, label }) => {
    const long = textWidth(label, 11.5);
    const tries: { placed: Omit<Placed, "hidden">; box: Box }[] = [
      {
        placed: { x, y: y - LABEL_GAP, anchor: "middle" },
        box: boxAt(x - long / 2, y - LABEL_GAP - 12, long),
      },
      {
        placed: { x: x + LABEL_GAP, y: y + 4, anchor: "start" },
        box: boxAt(x + LABEL_GAP, y - 6.5, long),
      },
      {
        placed: { x, y: y + LABEL_GAP + 9, anchor: "middle" },
        box: boxAt(x - long / 2, y + LABEL_GAP - 1, long),
      },
      {
        placed: { x: x - LABEL_GAP, y: y + 4, anchor: "end" },
        box: boxAt(x - LABEL_GAP - long, y - 6.5, long),
      },
    ];
    const free = tries.find(
      ({ box }) =>
        box.x >= within.left &&
        box.x + box.width <= within.right &&
        !taken.some((other) => overlap(box, other)),
    );
    const chosen = free ?? tries[0];
    if (free) taken.push(free.box);
    return { x, y, anchor: "start", ...chosen?.placed, hidden: !free };
  });
}

const boxAt = (x: number, y: number, width: number): Box => ({ x, y, width, height: HEIGHT });
