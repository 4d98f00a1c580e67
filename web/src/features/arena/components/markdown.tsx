import {
  Component,
  lazy,
  memo,
  type ReactNode,
  Suspense,
  useEffect,
  useMemo,
  useState,
} from "react";
import "./prose.css";
import { cn } from "@/lib/cn";
import {
  type Block,
  definitionsOf,
  MOST_FORMATTED,
  splitBlocks,
  weightOf,
} from "../fns/markdown-blocks";
import { splitPieces } from "../fns/plain-pieces";
import { CodeBlock } from "./code-block";
import { loadMarkdown } from "./load-markdown";

const MarkdownBlock = lazy(() =>
  loadMarkdown().then((module) => ({ default: module.MarkdownBlock })),
);

/** The weight of the blocks that are shown at a time. */
const STEP = 3_000;

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
  const { shown, isLong } = useShown(blocks);
  return (
    <div className={cn("prose-answer", isLong && "prose-long")}>
      {blocks.slice(0, shown).map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: text only grows at its end, so a block keeps its index.
        <BlockView key={index} {...block} definitions={definitions} final={final} />
      ))}
    </div>
  );
}

/** Shows a long text in steps, so that the page stays usable in between. A growing text is ahead of its reader. */
function useShown(blocks: readonly Block[]): { shown: number; isLong: boolean } {
  const [room, setRoom] = useState(STEP);
  const weights = useMemo(() => blocks.map(weightOf), [blocks]);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const isFull = room < total + STEP / 2;
  useEffect(() => {
    if (!isFull) return;
    const timer = setTimeout(() => setRoom(room + STEP));
    return () => clearTimeout(timer);
  }, [room, isFull]);
  let left = room;
  const end = weights.findIndex((weight) => {
    left -= weight;
    return left < 0;
  });
  return { shown: end < 0 ? blocks.length : Math.max(end, 1), isLong: total > STEP };
}

type BlockProps = Block & { definitions: string; final: boolean };

const BlockView = memo(function BlockView(props: BlockProps) {
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
  const pieces = useMemo(() => splitPieces(text), [text]);
  return (
    <p dir="auto" className="break-words whitespace-pre-wrap">
      {pieces.length < 2
        ? text
        : pieces.map((piece, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: text only grows at its end, so a piece keeps its index.
            <Piece key={index} text={piece} />
          ))}
    </p>
  );
}

const Piece = memo(function Piece({ text }: { text: string }) {
  return <span className="plain-piece">{text}</span>;
});

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
