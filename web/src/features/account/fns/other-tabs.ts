import { writeLocal } from "@/lib/safe-local-storage";

const MEMORY = "signed-in-or-out";

/** The other tabs of this browser share the sign-in, so they hear when it changes. */
export function tellOtherTabs(): void {
  writeLocal(MEMORY, String(Date.now()));
}

export function onOtherTab(listener: () => void): () => void {
  const heard = (event: StorageEvent) => {
    if (event.key === `llmbattler.${MEMORY}`) listener();
  };
  window.addEventListener("storage", heard);
  return () => window.removeEventListener("storage", heard);
}
