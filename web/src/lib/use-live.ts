import { useEffect, useEffectEvent } from "react";
import { live } from "./live";

/** Calls back for every event on the topic while the component is mounted. */
export function useLive(topic: string, onEvent: (id: string) => void): void {
  const latest = useEffectEvent(onEvent);
  useEffect(() => live.on(topic, (id) => latest(id)), [topic]);
}
