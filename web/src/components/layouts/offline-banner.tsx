import { WifiOff } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useConnection } from "@/lib/connection";
import { live } from "@/lib/live";
import { frameStrings } from "./strings";

export function OfflineBanner() {
  const connection = useConnection();
  return (
    <div role="status">
      {connection !== "fine" && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-soft px-4 py-1.5 text-[13px] md:px-5">
          <WifiOff aria-hidden="true" className="size-4 text-dim" />
          <p className="min-w-0 flex-1">
            <strong className="font-semibold">{frameStrings[connection].title}</strong>{" "}
            <span className="text-dim">{frameStrings[connection].detail}</span>
          </p>
          {connection === "unreachable" && (
            <Button variant="ghost" className="md:h-7" onClick={() => live.reconnectNow()}>
              {frameStrings.tryNow}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
