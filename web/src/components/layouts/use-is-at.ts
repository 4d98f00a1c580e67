import { useLocation } from "@tanstack/react-router";
import type { NavItem } from "./nav-item";

/** Whether the page that is shown belongs to a place. */
export function useIsAt(): (place: NavItem) => boolean {
  const { pathname } = useLocation();
  return ({ to, also = [] }) =>
    pathname === to ||
    (to !== "/" && pathname.startsWith(`${to}/`)) ||
    also.some((start) => pathname.startsWith(start));
}
