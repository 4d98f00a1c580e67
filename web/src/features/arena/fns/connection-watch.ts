/** The server says every ten seconds that it lives, whatever the models do. */
const MAX_SILENCE_MS = 40_000;
const SUSPICIOUS_MS = 15_000;

export interface ConnectionWatch {
  /** Ends with what it depends on, or when nothing was heard for too long. */
  signal: AbortSignal;
  heard: () => void;
  end: () => void;
}

/**
 * Gives up on a connection that has gone silent. After a sleep, or behind a network that forgot it, nobody tells the page
 * that the other end is gone, and it would wait for ever. Whoever comes back to a page does not wait at all.
 */
export function watchConnection(until: AbortSignal): ConnectionWatch {
  const abort = new AbortController();
  const giveUp = () => abort.abort();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastHeard = 0;
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, MAX_SILENCE_MS);
    lastHeard = Date.now();
  };
  const look = () => {
    if (!document.hidden && Date.now() - lastHeard > SUSPICIOUS_MS) giveUp();
  };
  heard();
  until.addEventListener("abort", giveUp);
  document.addEventListener("visibilitychange", look);
  if (until.aborted) giveUp();
  return {
    signal: abort.signal,
    heard,
    end: () => {
      clearTimeout(timer);
      until.removeEventListener("abort", giveUp);
      document.removeEventListener("visibilitychange", look);
    },
  };
}
