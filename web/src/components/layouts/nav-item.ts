import type { LinkProps } from "@tanstack/react-router";
import type { LucideIcon } from "lucide-react";

export interface NavItem {
  to: NonNullable<LinkProps["to"]>;
  label: string;
  icon: LucideIcon;
  /** Whether the entry is also in the bottom bar of phones, which has room for four. */
  main: boolean;
  /** Other path prefixes that belong to this entry. */
  also?: readonly string[];
}
