import { useEffect, useEffectEvent } from "react";

export const isApple = () => /mac|iphone|ipad/i.test(navigator.userAgent);

/** ⌘ and the key on Apple machines, Ctrl and the key elsewhere; works inside text fields too. */
export function useCommandKey(key: string, onPress: () => void): void {
  const latest = useEffectEvent(onPress);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const command = isApple() ? event.metaKey : event.ctrlKey;
      if (!command || event.shiftKey || event.altKey || event.key.toLowerCase() !== key) return;
      event.preventDefault();
      latest();
    };
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  }, [key]);
}
