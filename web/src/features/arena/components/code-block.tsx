import { Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { copyText } from "@/components/ui/copy-text";
import type { Spans } from "../fns/highlight";
import { arenaStrings } from "../fns/strings";

const MOST_HIGHLIGHTED = 20_000;

interface CodeBlockProps {
  language: string;
  source: string;
  /** Code is highlighted once it is complete, not again with every character. */
  closed: boolean;
}

export function CodeBlock({ language, source, closed }: CodeBlockProps) {
  const name = /^[\w+#.-]{1,30}/.exec(language)?.[0] ?? "";
  const spans = useHighlight(name, source, closed && source.length <= MOST_HIGHLIGHTED);
  return (
    <div className="code-block" dir="ltr">
      <div className="code-head">
        <span>{name || arenaStrings.markdown.plain}</span>
        <button
          type="button"
          aria-label={arenaStrings.markdown.copyCode}
          onClick={() => copyText(source)}
        >
          <Copy aria-hidden="true" />
          {arenaStrings.markdown.copy}
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard. */}
      <pre tabIndex={0}>
        <code>{spans ?? source}</code>
      </pre>
    </div>
  );
}

function useHighlight(language: string, source: string, wanted: boolean): Spans | undefined {
  const [colored, setColored] = useState<{ source: string; spans: Spans | undefined }>();
  useEffect(() => {
    if (!wanted || !language) return;
    let stale = false;
    import("../fns/highlight").then(
      ({ highlight }) => !stale && setColored({ source, spans: highlight(language, source) }),
      // Without highlighting the code is shown as plain text.
      () => undefined,
    );
    return () => {
      stale = true;
    };
  }, [language, source, wanted]);
  return wanted && colored?.source === source ? colored.spans : undefined;
}
