import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";

export function Input({ className, ...props }: ComponentProps<"input">) {
  return (
    <input
      className={cn(
        "h-10 w-full rounded-control border border-line bg-panel px-3 text-base text-ink transition-colors placeholder:text-faint hover:border-line-strong md:h-9 md:text-sm",
        className,
      )}
      {...props}
    />
  );
}
