import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";

export function Badge({ className, ...props }: ComponentProps<"span">) {
  return (
    <span
      className={cn(
        "inline-flex items-center gap-1 rounded-full border border-line bg-panel px-2 py-px text-xs font-medium whitespace-nowrap text-dim [&_svg]:size-3",
        className,
      )}
      {...props}
    />
  );
}
