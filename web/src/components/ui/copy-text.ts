import { kitStrings } from "./strings";
import { toast } from "./toast-store";

const MOST_SHOWN = 120;

const shortened = (text: string): string =>
  text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;

export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ title: kitStrings.copied, detail: shortened(text) });
  } catch {
    toast({ title: kitStrings.copyFailed, detail: text });
  }
}
