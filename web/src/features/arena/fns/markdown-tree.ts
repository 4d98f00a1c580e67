import type { Root } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { mathFromMarkdown } from "mdast-util-math";
import { gfm } from "micromark-extension-gfm";
import { math } from "micromark-extension-math";

/** Markdown with tables, task lists and formulas. HTML comes out as text nodes of kind "html", never as elements. */
export function parseMarkdown(source: string, definitions: string): { root: Root; text: string } {
  const whole = definitions && source.includes("[") ? `${source}\n\n${definitions}` : source;
  const text = withDollars(whole);
  const root = fromMarkdown(text, {
    extensions: [gfm({ singleTilde: false }), math()],
    mdastExtensions: [gfmFromMarkdown(), mathFromMarkdown()],
  });
  return { root, text };
}

/** In this order: code, a formula on its own lines with the rest of its last line, and formulas within a line. */
const SPELLINGS = new RegExp(
  [
    /(`+)(?!`)[\s\S]*?[^`]\1(?!`)|`{3}[\s\S]*/,
    /^([ \t]*)\\\[([^$`]+?)\\\][ \t]*([.,;:!?]?)(?:[ \t]+(?=\S)|$)/,
    /\\\[([^$`\n]+?)\\\]/,
    /\\\(([^$`\n]+?)\\\)/,
  ]
    .map((spelling) => spelling.source)
    .join("|"),
  "gm",
);

/** Replaces \( \) and \[ \], which many models write around formulas. Backslashes in code are kept. */
function withDollars(text: string): string {
  if (!/\\[([]/.test(text)) return text;
  return text.replace(
    SPELLINGS,
    (whole: string, _, indent, tex, stop, within, inline, at: number) => {
      if (tex !== undefined) {
        const lines = tex.trim().replaceAll("\n", `\n${indent}`);
        const isAlone = /^(?:\n|$)/.test(text.slice(at + whole.length, at + whole.length + 1));
        return `${indent}$$\n${indent}${lines}${stop}\n${indent}$$${isAlone ? "" : `\n${indent}`}`;
      }
      if (within !== undefined) return `$$${within}$$`;
      return inline === undefined ? whole : `$${inline.trim()}$`;
    },
  );
}

/** "$5 and $10" is money. A formula starts and ends without a space, and no digit follows it. */
export function isMoney(text: string, start: number, end: number): boolean {
  const literal = text.slice(start, end);
  if (literal.startsWith("$$")) return false;
  return /^\$\s|\s\$$/.test(literal) || /\d/.test(text.charAt(end));
}
