import { type ComponentProps, useState } from "react";
import { TextArea } from "@/components/ui/text-area";

interface LinesAreaProps extends Omit<ComponentProps<"textarea">, "value" | "onChange"> {
  value: readonly string[];
  onLines: (lines: string[]) => void;
}

const linesOf = (text: string) => text.split("\n").filter((line) => line.trim() !== "");

/** A list of texts, one per line. An empty line stays while it is being typed. */
export function LinesArea({ value, onLines, ...props }: LinesAreaProps) {
  const [typed, setTyped] = useState(value.join("\n"));
  const same = JSON.stringify(linesOf(typed)) === JSON.stringify(value);
  return (
    <TextArea
      rows={3}
      value={same ? typed : value.join("\n")}
      onChange={(event) => {
        setTyped(event.target.value);
        onLines(linesOf(event.target.value));
      }}
      {...props}
    />
  );
}
