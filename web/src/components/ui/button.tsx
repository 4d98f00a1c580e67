import { Slot } from "@radix-ui/react-slot";
import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";

const look = cva(
  "inline-flex shrink-0 items-center justify-center gap-2 rounded-control font-medium whitespace-nowrap transition-colors disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        primary: "bg-accent text-on-accent hover:bg-accent-strong",
        outline: "border border-line bg-panel text-ink hover:border-line-strong hover:bg-soft",
        ghost: "text-dim hover:bg-soft hover:text-ink",
      },
      size: {
        medium: "h-10 px-3.5 text-sm md:h-9",
        icon: "size-10 md:size-9",
      },
    },
    defaultVariants: { variant: "outline", size: "medium" },
  },
);

interface ButtonProps extends ComponentProps<"button">, VariantProps<typeof look> {
  asChild?: boolean;
}

export function Button({ asChild, variant, size, className, type, ...props }: ButtonProps) {
  const Element = asChild ? Slot : "button";
  return (
    <Element
      {...(asChild ? {} : { type: type ?? "button" })}
      className={cn(look({ variant, size }), className)}
      {...props}
    />
  );
}
