import { writeLocal } from "@/lib/safe-local-storage";

const MEMORY = "signed-in-or-out";

/** Tells other tabs of this browser that the sign-in changed. */
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
