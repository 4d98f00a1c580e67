import type { RootContent } from "hast";
import { common, createLowlight } from "lowlight";
import { Fragment, type ReactNode } from "react";

export type Spans = ReactNode;

const lowlight = createLowlight(common);

/** Highlights code as React elements; undefined for unknown languages. */
export function highlight(language: string, source: string): Spans | undefined {
  const name = language.toLowerCase();
  if (!lowlight.registered(name)) return undefined;
  return lowlight.highlight(name, source).children.map(piece);
}

function piece(node: RootContent, index: number): ReactNode {
  if (node.type === "text") return <Fragment key={index}>{node.value}</Fragment>;
  if (node.type !== "element") return null;
  const names = node.properties.className;
  return (
    <span key={index} className={Array.isArray(names) ? names.join(" ") : undefined}>
      {node.children.map((child, place) => piece(child, place))}
    </span>
  );
}
