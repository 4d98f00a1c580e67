/** The Okabe-Ito palette, made for color-blind readers; gray replaces black, which is invisible in dark mode. */
export const PALETTE = [
  "#e69f00",
  "#56b4e9",
  "#009e73",
  "#f0e442",
  "#0072b2",
  "#d55e00",
  "#cc79a7",
  "#999999",
] as const;

const DARK_TEXT = "#18181b";
const LIGHT_TEXT = "#ffffff";
const WORD = /[\p{L}\p{N}]+/gu;

interface ModelColor {
  background: string;
  text: string;
}

/** The color of a model: the same id always gets the same color (FNV-1a). */
export function modelColor(modelId: string): ModelColor {
  let hash = 0x811c9dc5;
  for (const character of modelId) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return paletteColor(hash);
}

/** A color of the palette, and the text color that is readable on it. */
export function paletteColor(position: number): ModelColor {
  const background = PALETTE[position % PALETTE.length] ?? PALETTE[0];
  const text =
    contrast(background, DARK_TEXT) >= contrast(background, LIGHT_TEXT) ? DARK_TEXT : LIGHT_TEXT;
  return { background, text };
}

/** Contrast ratio of two #rrggbb colors by WCAG 2. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const channel = (start: number) => {
    const value = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

/**
 * At most two characters: the initials of the first two words, or the first two characters of a single word. A
 * variant in parentheses counts as the second word.
 */
export function initials(name: string): string {
  const [first = "?", next] = name.match(WORD) ?? [];
  const variant = name.match(/\(([^()]*)\)\s*$/)?.[1]?.match(WORD)?.[0];
  const second = variant ?? next;
  const signs =
    second && second !== first
      ? [...first].slice(0, 1).concat([...second].slice(0, 1))
      : [...first].slice(0, 2);
  return signs.join("").toUpperCase();
}

/** The color for lines and dots, darkened in light mode for contrast. */
export function chartColor(modelId: string): string {
  return `color-mix(in oklab, ${modelColor(modelId).background}, var(--ink) var(--chart-depth))`;
}
