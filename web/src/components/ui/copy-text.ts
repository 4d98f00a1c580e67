import { kitStrings } from "./strings";
import { toast } from "./toast-store";

const MOST_SHOWN = 120;

const shortened = (text: string): string =>
  text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;

export async function copyText(text: string): Promise<void> {
  // Without a clipboard API, copy synchronously: the old way works only within the click event.
  const copied = "clipboard" in navigator ? await copyByClipboard(text) : copyBySelection(text);
  toast({ title: copied ? kitStrings.copied : kitStrings.copyFailed, detail: shortened(text) });
}

async function copyByClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/**
 * Copies through a selection, because browsers offer no clipboard API on plain http, which is common in local
 * networks. It takes no focus, so that it also works in dialogs.
 */
function copyBySelection(text: string): boolean {
  const place = document.createElement("span");
  place.textContent = text;
  place.className = "fixed top-0 opacity-0 select-text whitespace-pre";
  place.ariaHidden = "true";
  const fill = (event: ClipboardEvent) => {
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
    event.stopPropagation();
  };
  place.addEventListener("copy", fill);
  document.body.append(place);
  const selection = document.getSelection();
  try {
    selection?.selectAllChildren(place);
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    selection?.removeAllRanges();
    place.remove();
  }
}
