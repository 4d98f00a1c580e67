const listeners = new Set<() => void>();

/** Called after a 401; the account feature finds out whether the sign-in has ended. */
export function requestSignInCheck(): void {
  for (const listener of listeners) listener();
}

export function onSignInCheck(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
