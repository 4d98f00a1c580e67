import { recall, remember } from "./local-memory";
import { createStore, useStore } from "./store";

const collapsed = createStore(recall("sidebar") === "collapsed");

export function toggleSidebar(): void {
  collapsed.set(!collapsed.get());
  remember("sidebar", collapsed.get() ? "collapsed" : "open");
}

export function useSidebarCollapsed(): boolean {
  return useStore(collapsed);
}
