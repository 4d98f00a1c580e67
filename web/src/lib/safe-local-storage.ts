/** Browsers can forbid storage (private windows, policies); the app works without it, it only forgets. */
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
    // Forgetting a preference is no failure.
  }
}

export function removeLocal(key: string): void {
  try {
    localStorage.removeItem(`llmbattler.${key}`);
  } catch {
    // What cannot be stored need not be removed.
  }
}

/** Forgets everything that is kept under names with this beginning. */
export function clearLocal(beginning: string): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(`llmbattler.${beginning}`)) localStorage.removeItem(key);
    }
  } catch {
    // What cannot be stored need not be removed.
  }
}
