import type { RootContent } from "hast";
import { common, createLowlight } from "lowlight";

/** A piece of code: text, or the class of a span and what is in it. */
export type CodePiece = string | { name: string; pieces: CodePiece[] };

/** More spans would take longer to show than they help to read. */
const MOST_SPANS = 5_000;
const lowlight = createLowlight(common);

/** Highlights code; undefined for unknown languages and for code of too many parts. */
export function highlightTree(language: string, source: string): CodePiece[] | undefined {
  const name = language.toLowerCase();
  if (!lowlight.registered(name)) return undefined;
  const room = { left: MOST_SPANS };
  const pieces = convert(lowlight.highlight(name, source).children, room);
  return room.left >= 0 ? pieces : undefined;
}

function convert(nodes: readonly RootContent[], room: { left: number }): CodePiece[] {
  return nodes.flatMap((node): CodePiece[] => {
    if (node.type === "text") return [node.value];
    if (node.type !== "element") return [];
    room.left -= 1;
    const names = node.properties.className;
    return [
      { name: Array.isArray(names) ? names.join(" ") : "", pieces: convert(node.children, room) },
    ];
  });
}
