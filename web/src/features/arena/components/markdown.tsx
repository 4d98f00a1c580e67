import { Component, lazy, memo, type ReactNode, Suspense, useMemo } from "react";
import "./prose.css";
import { type Block, definitionsOf, MOST_FORMATTED, splitBlocks } from "../fns/markdown-blocks";
import { CodeBlock } from "./code-block";
import { loadMarkdown } from "./load-markdown";

const MarkdownBlock = lazy(() =>
  loadMarkdown().then((module) => ({ default: module.MarkdownBlock })),
);

interface MarkdownProps {
  text: string;
  /** No more text follows, so an unclosed code block ends here. */
  final?: boolean;
}

/** The text of a model. It is untrusted: nothing in it can load, run or navigate by itself. */
export function Markdown({ text, final = false }: MarkdownProps) {
  if (text.length > MOST_FORMATTED) return <Plain text={text} />;
  return <Formatted text={text} final={final} />;
}

function Formatted({ text, final }: Required<MarkdownProps>) {
  const blocks = useMemo(() => splitBlocks(text), [text]);
  const definitions = useMemo(() => definitionsOf(blocks), [blocks]);
  return (
    <div className="prose-answer">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: text only grows at its end, so a block keeps its index.
        <Piece key={index} {...block} definitions={definitions} final={final} />
      ))}
    </div>
  );
}

type PieceProps = Block & { definitions: string; final: boolean };

const Piece = memo(function Piece(props: PieceProps) {
  if (props.kind === "plain") return <Plain text={props.source} />;
  if (props.kind === "code") {
    const closed = props.closed || props.final;
    return <CodeBlock language={props.language} source={props.source} closed={closed} />;
  }
  const plain = <Plain text={props.source} />;
  return (
    <BlockBoundary key={props.source.length > 0 ? "text" : "empty"} fallback={plain}>
      <Suspense fallback={plain}>
        <MarkdownBlock source={props.source} definitions={props.definitions} />
      </Suspense>
    </BlockBoundary>
  );
});

function Plain({ text }: { text: string }) {
  return (
    <p dir="auto" className="break-words whitespace-pre-wrap">
      {text}
    </p>
  );
}

interface BoundaryProps {
  children: ReactNode;
  fallback: ReactNode;
}

/** Shows a block as plain text if it cannot be formatted. */
class BlockBoundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
