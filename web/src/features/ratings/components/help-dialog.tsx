import { Dialog } from "@/components/ui/dialog";
import { ratingsStrings } from "../fns/strings";

const words = ratingsStrings.help;

interface HelpDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function HelpDialog({ open, onOpenChange }: HelpDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={words.title}>
      {words.parts.map((part) => (
        <section key={part.title} className="mt-4">
          <h3 className="mb-0.5 font-semibold">{part.title}</h3>
          <p className="text-dim">{part.text}</p>
        </section>
      ))}
    </Dialog>
  );
}
