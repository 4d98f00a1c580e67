import type { LinkProps } from "@tanstack/react-router";
import type { LucideIcon } from "lucide-react";

export interface NavItem {
  to: NonNullable<LinkProps["to"]>;
  label: string;
  icon: LucideIcon;
  /** Main places also stand in the bottom bar of a phone; there is room for four. */
  main: boolean;
  /** Beginnings of other addresses that belong to this place. */
  also?: readonly string[];
}
