import { Copy } from "lucide-react";
import { Button } from "@/components/ui/button";
import { copyText } from "@/components/ui/copy-text";
import { Dialog } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { formatExact } from "@/lib/format";
import { adminStrings } from "../../fns/strings";

interface SecretOnceProps {
  title: string;
  label: string;
  secret: string;
  expiresAt: string;
  onClose: () => void;
}

/** A link that is shown only once, ready to copy. */
export function SecretOnce({ title, label, secret, expiresAt, onClose }: SecretOnceProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title}>
      <p className="mt-1 mb-3 text-dim">{adminStrings.once}</p>
      <div className="flex gap-2">
        <Input
          readOnly
          aria-label={label}
          value={secret}
          onFocus={(event) => event.target.select()}
          className="font-mono md:text-[13px]"
        />
        <Button variant="primary" onClick={() => copyText(secret)}>
          <Copy aria-hidden="true" />
          {adminStrings.copy}
        </Button>
      </div>
      <p className="mt-2.5 text-[13px] text-dim">
        {adminStrings.expires} {formatExact(new Date(expiresAt))}
      </p>
    </Dialog>
  );
}
