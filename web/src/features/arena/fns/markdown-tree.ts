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

/** Many models write \( \) and \[ \] around formulas. Where code stands, backslashes mean themselves. */
function withDollars(text: string): string {
  if (text.includes("`") || !/\\[([]/.test(text)) return text;
  return text
    .replace(/^([ \t]*)\\\[([^$]+?)\\\]/gm, (_, indent: string, tex: string) => {
      const lines = tex.trim().replaceAll("\n", `\n${indent}`);
      return `${indent}$$\n${indent}${lines}\n${indent}$$`;
    })
    .replace(/\\\[([^$\n]+?)\\\]/g, (_, tex: string) => `$$${tex}$$`)
    .replace(/\\\(([^$\n]+?)\\\)/g, (_, tex: string) => `$${tex.trim()}$`);
}

/** "$5 and $10" is money. A formula begins and ends without a space, and no digit follows it. */
export function isMoney(text: string, start: number, end: number): boolean {
  const literal = text.slice(start, end);
  if (literal.startsWith("$$")) return false;
  return /^\$\s|\s\$$/.test(literal) || /\d/.test(text.charAt(end));
}
