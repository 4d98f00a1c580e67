import { Table2 } from "lucide-react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { editorStrings } from "../../fns/editor-strings";

const words = editorStrings.dataFirst;

export function NoData({ onChoose }: { onChoose: () => void }) {
  return (
    <EmptyState
      icon={Table2}
      title={words.title}
      action={<Button onClick={onChoose}>{words.action}</Button>}
    >
      {words.detail}
    </EmptyState>
  );
}
