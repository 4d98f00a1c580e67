import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "@/components/ui/button";
import { formatCount } from "@/lib/format";
import { editorStrings } from "../../fns/editor-strings";

const words = editorStrings.preview;

interface SamplePagerProps {
  position: number;
  total: number;
  onTurn: (position: number) => void;
}

/** Moves through the samples one by one. */
export function SamplePager({ position, total, onTurn }: SamplePagerProps) {
  return (
    <div className="flex items-center gap-1">
      <span className="pr-1 text-[13px] text-dim tabular-nums">
        {words.sample(formatCount(position + 1), formatCount(total))}
      </span>
      <Button
        variant="ghost"
        size="icon"
        disabled={position === 0}
        onClick={() => onTurn(position - 1)}
      >
        <ChevronLeft aria-hidden="true" />
        <span className="sr-only">{words.previous}</span>
      </Button>
      <Button
        variant="ghost"
        size="icon"
        disabled={position + 1 >= total}
        onClick={() => onTurn(position + 1)}
      >
        <ChevronRight aria-hidden="true" />
        <span className="sr-only">{words.next}</span>
      </Button>
    </div>
  );
}
