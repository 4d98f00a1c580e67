import { useSyncExternalStore } from "react";
import { live } from "./live";
import { useStore } from "./store";

type Connection = "fine" | "offline" | "unreachable";

function subscribe(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

/** A site on this machine works without a network. */
export function needsNetwork(hostname: string): boolean {
  return !(
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    hostname.startsWith("127.") ||
    hostname === "[::1]"
  );
}

export function useConnection(): Connection {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  const status = useStore(live.status);
  if (!online && needsNetwork(window.location.hostname)) return "offline";
  return status === "unreachable" ? "unreachable" : "fine";
}
