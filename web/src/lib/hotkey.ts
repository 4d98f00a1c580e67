import { useEffect, useEffectEvent } from "react";

export const isApple = () => /mac|iphone|ipad/i.test(navigator.userAgent);

/** ⌘ with the key on Apple devices, Ctrl with the key elsewhere; also works in text fields. */
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

/** Whether the key belongs to an input method that is composing. Safari reports it only by the old key code. */
export function isComposing(event: Pick<KeyboardEvent, "isComposing" | "keyCode">): boolean {
  return event.isComposing || event.keyCode === 229;
}

/** Whether keys pressed there are text input. */
function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true;
  if (target instanceof HTMLInputElement) {
    return !["button", "checkbox", "radio", "range", "submit", "file"].includes(target.type);
  }
  return target instanceof HTMLSelectElement;
}

const PRESSABLE =
  "button, a[href], summary, input:not([type=range]), [role=button], [role=radio], [role=checkbox]";

/** In a menu, letters search its entries. */
const OPEN = '[role="dialog"][data-state="open"], [role="menu"][data-state="open"]';

/** Whether the key activates the focused element. */
function isPress({ key, target }: KeyboardEvent): boolean {
  return (key === " " || key === "Enter") && target instanceof Element && target.matches(PRESSABLE);
}

function isPlain(event: KeyboardEvent): boolean {
  const taken = event.defaultPrevented || event.repeat || isComposing(event) || isPress(event);
  const modified = event.metaKey || event.ctrlKey || event.altKey;
  if (taken || modified || isTextField(event.target)) return false;
  return !document.querySelector(OPEN);
}

/** Keys without modifiers, outside of text fields, dialogs and menus. */
export function usePlainKeys(onKey: (key: string) => boolean, enabled = true): void {
  const latest = useEffectEvent(onKey);
  useEffect(() => {
    if (!enabled) return;
    const pressed = (event: KeyboardEvent) => {
      if (isPlain(event) && latest(event.key)) event.preventDefault();
    };
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  }, [enabled]);
}
