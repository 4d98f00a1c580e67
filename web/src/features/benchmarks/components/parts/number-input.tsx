import { type ComponentProps, useState } from "react";
import { Input } from "@/components/ui/input";

interface NumberInputProps extends Omit<ComponentProps<"input">, "value" | "onChange"> {
  value: number | null | undefined;
  onNumber: (value: number | null) => void;
}

const textOf = (value: number | null | undefined) => (value == null ? "" : String(value));
const numberOf = (text: string) => (text.trim() === "" ? null : Number(text));

/** A field for a number or nothing. It keeps the typed text until it loses focus. */
export function NumberInput({ value, onNumber, ...props }: NumberInputProps) {
  const [typed, setTyped] = useState<string>();
  return (
    <Input
      type="number"
      inputMode="decimal"
      step="any"
      value={typed ?? textOf(value)}
      onChange={(event) => {
        setTyped(event.target.value);
        const number = numberOf(event.target.value);
        if (number === null || Number.isFinite(number)) onNumber(number);
      }}
      onBlur={() => setTyped(undefined)}
      className="tabular-nums"
      {...props}
    />
  );
}
