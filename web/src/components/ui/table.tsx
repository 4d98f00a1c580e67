import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";
import { Card } from "./card";

interface TableProps extends ComponentProps<"table"> {
  /** Makes the table focusable, so that it scrolls by keyboard. For tables without focusable content. */
  reachable?: boolean;
}

export function Table({ className, reachable = false, ...props }: TableProps) {
  return (
    <Card
      className="overflow-x-auto overflow-y-hidden"
      {...(reachable ? { role: "group", "aria-label": props["aria-label"], tabIndex: 0 } : {})}
    >
      <table className={cn("w-full border-collapse text-left", className)} {...props} />
    </Card>
  );
}

export function HeadCell({ className, ...props }: ComponentProps<"th">) {
  return (
    <th
      scope="col"
      className={cn(
        "bg-soft px-3 py-2.5 text-xs first:pl-3.5 last:pr-3.5 font-medium whitespace-nowrap text-dim",
        className,
      )}
      {...props}
    />
  );
}

export function Row({ className, ...props }: ComponentProps<"tr">) {
  return (
    <tr
      className={cn("relative border-t border-line transition-colors hover:bg-soft/60", className)}
      {...props}
    />
  );
}

export function Cell({ className, ...props }: ComponentProps<"td">) {
  return (
    <td
      className={cn("px-3 py-2.5 first:pl-3.5 last:pr-3.5 whitespace-nowrap", className)}
      {...props}
    />
  );
}
