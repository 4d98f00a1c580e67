import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";

export function TextArea({ className, ...props }: ComponentProps<"textarea">) {
  return (
    <textarea
      className={cn(
        "w-full rounded-control border border-line bg-panel px-3 py-2 text-base text-ink transition-colors placeholder:text-faint hover:border-line-strong md:text-sm",
        className,
      )}
      {...props}
    />
  );
}
