import { useLocation } from "@tanstack/react-router";
import type { NavItem } from "./nav-item";

/** Whether the current page belongs to an entry of the navigation. */
export function useIsAt(): (place: NavItem) => boolean {
  const { pathname } = useLocation();
  return ({ to, also = [] }) =>
    pathname === to ||
    (to !== "/" && pathname.startsWith(`${to}/`)) ||
    also.some((start) => pathname.startsWith(start));
}
