import { CopyButton } from "./copy-button";
import { kitStrings } from "./strings";

export function RequestId({ value }: { value: string }) {
  return (
    <div className="mt-1 inline-flex items-center gap-1 text-xs text-faint">
      <span>{kitStrings.requestId}</span>
      <code className="font-mono text-dim select-all">{value}</code>
      <CopyButton text={value} label={kitStrings.copyRequestId} />
    </div>
  );
}
