import { CopyButton } from "./copy-button";
import { kitStrings } from "./strings";

export function RequestId({ value }: { value: string }) {
  return (
    <div className="mt-1 inline-flex items-center gap-1 text-xs text-faint">
      <span className="whitespace-nowrap">{kitStrings.requestId}</span>
      <code className="min-w-0 font-mono text-dim select-all wrap-anywhere">{value}</code>
      <CopyButton text={value} label={kitStrings.copyRequestId} />
    </div>
  );
}
