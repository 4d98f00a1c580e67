import { Copy } from "lucide-react";
import { Fragment, type ReactNode, useEffect, useMemo, useState } from "react";
import { copyText } from "@/components/ui/copy-text";
import { countHidden, nameHidden, splitHidden, withoutHidden } from "../fns/hidden-characters";
import { highlight } from "../fns/highlight";
import type { CodePiece } from "../fns/highlight-tree";
import { arenaStrings } from "../fns/strings";

const MOST_HIGHLIGHTED = 20_000;
const words = arenaStrings.markdown;

interface CodeBlockProps {
  language: string;
  source: string;
  /** Code is highlighted once it is complete, not again with every character. */
  closed: boolean;
}

export function CodeBlock({ language, source, closed }: CodeBlockProps) {
  const name = /^[\w+#.-]{1,30}/.exec(language)?.[0] ?? "";
  const pieces = useHighlight(name, source, closed && source.length <= MOST_HIGHLIGHTED);
  const shown = useMemo(() => renderPieces(pieces ?? [source]), [pieces, source]);
  const hidden = useMemo(() => countHidden(source), [source]);
  return (
    <div className="code-block" dir="ltr">
      <div className="code-head">
        <span>{name || words.plain}</span>
        {hidden > 0 && <span className="hidden-count">{words.hidden(hidden)}</span>}
        <button
          type="button"
          aria-label={words.copyCode}
          onClick={() => copyText(withoutHidden(source))}
        >
          <Copy aria-hidden="true" />
          {words.copy}
        </button>
        {hidden > 0 && (
          <button type="button" title={words.copyRawDetail} onClick={() => copyText(source)}>
            {words.copyRaw}
          </button>
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard. */}
      <pre tabIndex={0}>
        <code>{shown}</code>
      </pre>
    </div>
  );
}

function renderPieces(pieces: readonly CodePiece[]): ReactNode {
  return pieces.map((piece, index) =>
    typeof piece === "string" ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of code are identified only by their order.
      <Fragment key={index}>{renderText(piece)}</Fragment>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above.
      <span key={index} className={piece.name || undefined}>
        {renderPieces(piece.pieces)}
      </span>
    ),
  );
}

/** Marks what a page does not show. The marks are no text, so that a selection leaves them out. */
function renderText(text: string): ReactNode {
  return splitHidden(text).map((part, index) =>
    typeof part === "string" ? (
      part
    ) : (
      <span
        // biome-ignore lint/suspicious/noArrayIndexKey: as above.
        key={index}
        role="img"
        className="hidden-character"
        aria-label={words.hiddenCharacter(nameHidden(part.hidden))}
        data-name={nameHidden(part.hidden)}
      />
    ),
  );
}

function useHighlight(language: string, source: string, wanted: boolean): CodePiece[] | undefined {
  const [colored, setColored] = useState<{ source: string; pieces: CodePiece[] | undefined }>();
  useEffect(() => {
    if (!wanted || !language) return;
    let stale = false;
    highlight(language, source).then(
      (pieces) => !stale && setColored({ source, pieces }),
      // Without highlighting the code is shown as plain text.
      () => undefined,
    );
    return () => {
      stale = true;
    };
  }, [language, source, wanted]);
  return wanted && colored?.source === source ? colored.pieces : undefined;
}
