import { readLocal, writeLocal } from "./safe-local-storage";
import { createStore, useStore } from "./store";

const collapsed = createStore(readLocal("sidebar") === "collapsed");

export function toggleSidebar(): void {
  collapsed.set(!collapsed.get());
  writeLocal("sidebar", collapsed.get() ? "collapsed" : "open");
}

export function useSidebarCollapsed(): boolean {
  return useStore(collapsed);
}
