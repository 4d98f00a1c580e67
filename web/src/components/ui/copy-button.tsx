import { Copy } from "lucide-react";
import { Button } from "./button";
import { copyText } from "./copy-text";

export function CopyButton({ text, label }: { text: string; label: string }) {
  return (
    <Button variant="ghost" size="icon" className="md:size-7" onClick={() => copyText(text)}>
      <Copy aria-hidden="true" className="size-3.5!" />
      <span className="sr-only">{label}</span>
    </Button>
  );
}
