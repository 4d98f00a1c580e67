import type { AlignType, Definition, List, Nodes, Root, Table } from "mdast";
import { Fragment, type ReactNode, useMemo } from "react";
import { isMoney, parseMarkdown } from "../fns/markdown-tree";
import { safeLink } from "../fns/safe-link";
import { arenaStrings } from "../fns/strings";
import { CodeBlock } from "./code-block";
import { Formula } from "./formula";

const MOST_DEPTH = 40;

interface Context {
  text: string;
  definitions: ReadonlyMap<string, Definition>;
  depth: number;
}

export function MarkdownBlock(props: { source: string; definitions: string }) {
  const { source, definitions } = props;
  return useMemo(() => {
    const { root, text } = parseMarkdown(source, definitions);
    return renderAll(root.children, { text, definitions: definedIn(root), depth: 0 });
  }, [source, definitions]);
}

function definedIn(root: Root): Map<string, Definition> {
  const found = new Map<string, Definition>();
  for (const node of root.children) {
    if (node.type === "definition" && !found.has(node.identifier)) found.set(node.identifier, node);
  }
  return found;
}

function renderAll(nodes: readonly Nodes[], context: Context): ReactNode {
  const deeper = { ...context, depth: context.depth + 1 };
  return nodes.map((node, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: nodes of a text are identified only by their order.
    <Fragment key={index}>{renderNode(node, deeper)}</Fragment>
  ));
}

type Renderer<T extends Nodes["type"]> = (
  node: Extract<Nodes, { type: T }>,
  context: Context,
) => ReactNode;

/** Other node types show only their text. */
const renderers: { [T in Nodes["type"]]?: Renderer<T> } = {
  text: (node) => node.value,
  // Table cells can contain no other line break than HTML.
  html: ({ value }) =>
    /^<br\s*\/?>$/i.test(value) ? <br /> : <span className="whitespace-pre-wrap">{value}</span>,
  paragraph: (node, context) => <p dir={direction(context)}>{renderAll(node.children, context)}</p>,
  // All headings have the same level, below the heading of the card, because models skip levels.
  heading: (node, context) => (
    <h3 data-depth={node.depth} dir={direction(context)}>
      {renderAll(node.children, context)}
    </h3>
  ),
  strong: (node, context) => <strong>{renderAll(node.children, context)}</strong>,
  emphasis: (node, context) => <em>{renderAll(node.children, context)}</em>,
  delete: (node, context) => <del>{renderAll(node.children, context)}</del>,
  inlineCode: (node) => <code dir="ltr">{node.value}</code>,
  code: (node) => <CodeBlock language={node.lang ?? ""} source={node.value} closed />,
  break: () => <br />,
  thematicBreak: () => <hr />,
  blockquote: (node, context) => (
    <blockquote dir={direction(context)}>{renderAll(node.children, context)}</blockquote>
  ),
  list: renderList,
  table: renderTable,
  definition: () => null,
  link: (node, context) => renderLink(node.url, renderAll(node.children, context)),
  linkReference: (node, context) => {
    const words = renderAll(node.children, context);
    const definition = context.definitions.get(node.identifier);
    return definition ? renderLink(definition.url, words) : words;
  },
  image: (node) => renderPicture(node.url, node.alt),
  imageReference: (node, context) =>
    renderPicture(context.definitions.get(node.identifier)?.url ?? "", node.alt),
  footnoteReference: (node) => <sup>[{node.label ?? node.identifier}]</sup>,
  footnoteDefinition: (node, context) => (
    <div className="text-[0.9em] text-dim" dir={direction(context)}>
      <sup>[{node.label ?? node.identifier}]</sup> {renderAll(node.children, context)}
    </div>
  ),
  inlineMath: (node, context) => {
    const start = node.position?.start.offset ?? 0;
    const end = node.position?.end.offset ?? 0;
    if (isMoney(context.text, start, end)) return context.text.slice(start, end);
    return <Formula tex={node.value} block={false} />;
  },
  math: (node) => <Formula tex={node.value} block />,
};

/**
 * A top-level block gets its direction from its first letter. Blocks inside must not set their own, because their
 * letters would no longer count for the whole.
 */
const direction = ({ depth }: Context) => (depth === 1 ? "auto" : undefined);

function renderNode(node: Nodes, context: Context): ReactNode {
  if (context.depth > MOST_DEPTH) return wordsOf(node, context.text);
  const render = renderers[node.type] as Renderer<typeof node.type> | undefined;
  return render ? render(node as never, context) : wordsOf(node, context.text);
}

function wordsOf(node: Nodes, text: string): string {
  return text.slice(node.position?.start.offset ?? 0, node.position?.end.offset ?? 0);
}

/** Anything that is not clearly an http(s) address stays text. */
function renderLink(address: string, words: ReactNode): ReactNode {
  const link = safeLink(address);
  if (!link) return <span>{words}</span>;
  return (
    <a
      href={link.href}
      title={link.host}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      referrerPolicy="no-referrer"
    >
      {words}
    </a>
  );
}

/** Loading an image would tell its server who reads the answer, so images are shown as links. */
function renderPicture(address: string, alt: string | null | undefined): ReactNode {
  return (
    <span className="picture-chip">
      {renderLink(address, arenaStrings.markdown.picture(alt ?? ""))}
    </span>
  );
}

function renderList(node: List, context: Context): ReactNode {
  const items = node.children.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: nodes of a text are identified only by their order.
    <li key={index} data-task={typeof item.checked === "boolean" || undefined}>
      {typeof item.checked === "boolean" && <span>{item.checked ? "☑ " : "☐ "}</span>}
      {item.children.map((child, place) => {
        const tight = child.type === "paragraph" && !item.spread && !node.spread;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above.
          <Fragment key={place}>
            {tight
              ? renderAll(child.children, context)
              : renderNode(child, { ...context, depth: context.depth + 1 })}
          </Fragment>
        );
      })}
    </li>
  ));
  const dir = direction(context);
  if (!node.ordered) return <ul dir={dir}>{items}</ul>;
  return (
    <ol start={node.start ?? 1} dir={dir}>
      {items}
    </ol>
  );
}

function renderTable(node: Table, context: Context): ReactNode {
  const [head, ...rows] = node.children;
  const cells = (row: Table["children"][number], Cell: "th" | "td") =>
    row.children.map((cell, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: nodes of a text are identified only by their order.
      <Cell key={index} style={alignment(node.align?.[index])}>
        {renderAll(cell.children, context)}
      </Cell>
    ));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard.
    <div className="table-scroll" tabIndex={0} dir={direction(context)}>
      <table>
        {head && (
          <thead>
            <tr>{cells(head, "th")}</tr>
          </thead>
        )}
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: nodes of a text are identified only by their order.
            <tr key={index}>{cells(row, "td")}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const alignment = (align: AlignType | undefined) => (align ? { textAlign: align } : {});
