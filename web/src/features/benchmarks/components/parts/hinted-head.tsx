import type { ReactNode } from "react";
import { Hint } from "@/components/ui/hint";
import { HeadCell } from "@/components/ui/table";
import { cn } from "@/lib/cn";

interface HintedHeadProps {
  hint: string;
  className?: string;
  children: ReactNode;
}

/** A column header with an explanation. */
export function HintedHead({ hint, className, children }: HintedHeadProps) {
  return (
    <HeadCell className={cn("text-right", className)}>
      <Hint content={hint}>{children}</Hint>
    </HeadCell>
  );
}
