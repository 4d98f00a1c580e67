const listeners = new Set<() => void>();

/** Something was refused for want of a sign-in. Whoever knows about people finds out what that means. */
export function requestSignInCheck(): void {
  for (const listener of listeners) listener();
}

export function onSignInCheck(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
