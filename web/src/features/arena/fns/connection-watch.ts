/** The server sends a heartbeat every ten seconds, whatever the models do. */
const MAX_SILENCE_MS = 40_000;
const SUSPICIOUS_MS = 15_000;

export interface ConnectionWatch {
  /** Aborts with the given signal, or after too long without data. */
  signal: AbortSignal;
  received: () => void;
  end: () => void;
}

/**
 * Aborts a connection without data. After sleep or a network change the browser may never report that the other end
 * is gone. A page that becomes visible again does not wait.
 */
export function watchConnection(until: AbortSignal): ConnectionWatch {
  const abort = new AbortController();
  const giveUp = () => abort.abort();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastHeard = 0;
  const received = () => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, MAX_SILENCE_MS);
    lastHeard = Date.now();
  };
  const look = () => {
    if (!document.hidden && Date.now() - lastHeard > SUSPICIOUS_MS) giveUp();
  };
  received();
  until.addEventListener("abort", giveUp);
  document.addEventListener("visibilitychange", look);
  if (until.aborted) giveUp();
  return {
    signal: abort.signal,
    received,
    end: () => {
      clearTimeout(timer);
      until.removeEventListener("abort", giveUp);
      document.removeEventListener("visibilitychange", look);
    },
  };
}
