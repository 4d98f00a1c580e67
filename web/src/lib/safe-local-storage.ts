/** Reads from local storage. Browsers can forbid storage (private windows, policies); the app then works without it. */
export function readLocal(key: string): string | null {
  try {
    return localStorage.getItem(`llmbattler.${key}`);
  } catch {
    return null;
  }
}

export function writeLocal(key: string, value: string): void {
  try {
    localStorage.setItem(`llmbattler.${key}`, value);
  } catch {
    // Losing a preference is not an error.
  }
}

export function removeLocal(key: string): void {
  try {
    localStorage.removeItem(`llmbattler.${key}`);
  } catch {
    // Without storage there is nothing to remove.
  }
}

/** Removes all entries whose name starts with this prefix. */
export function clearLocal(prefix: string): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(`llmbattler.${prefix}`)) localStorage.removeItem(key);
    }
  } catch {
    // Without storage there is nothing to remove.
  }
}
