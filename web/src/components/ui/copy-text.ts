import { kitStrings } from "./strings";
import { toast } from "./toast-store";

export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ title: kitStrings.copied, detail: text });
  } catch {
    toast({ title: kitStrings.copyFailed, detail: text });
  }
}
