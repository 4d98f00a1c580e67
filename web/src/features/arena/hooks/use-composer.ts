import { useRef, useState } from "react";
import { forget, recall, remember } from "@/lib/local-memory";
import { randomKey } from "@/lib/random-key";
import type { Arena, ImageRef } from "../api/battle";
import type { Sending, Target } from "../api/open-turn";
import { useImageTray } from "./use-image-tray";

export const usualLimits: Arena["limits"] = {
  prompt_chars: 32_000,
  images: 4,
  image_bytes: 10_000_000,
  turns: 10,
};

/** What is being written at one place. The text survives reloads and failures until it was accepted. */
export function useComposer(place: string, limits: Arena["limits"]) {
  const memory = `draft.${place}`;
  const [text, setText] = useState(() => recall(memory) ?? "");
  const [lastPlace, setLastPlace] = useState(place);
  const tray = useImageTray(limits);
  const lastKey = useRef({ fingerprint: "", key: "" });

  if (place !== lastPlace) {
    setLastPlace(place);
    setText(recall(memory) ?? "");
  }

  const type = (next: string) => {
    setText(next);
    if (next) remember(memory, next);
    else forget(memory);
  };

  /** The same prompt to the same place keeps its key, however often it has to be tried. */
  const pack = (target: Target): { sending: Sending; images: ImageRef[] } => {
    const images = tray.images.flatMap((image) => (image.stored ? [image.stored] : []));
    const imageIds = images.map((image) => image.image_id);
    const fingerprint = JSON.stringify([target, text, imageIds]);
    if (lastKey.current.fingerprint !== fingerprint) {
      lastKey.current = { fingerprint, key: randomKey() };
    }
    const { key } = lastKey.current;
    return { sending: { target, prompt: text, imageIds, key }, images };
  };

  const clear = () => {
    lastKey.current = { fingerprint: "", key: "" };
    type("");
    tray.clear();
  };

  const isUploading = tray.images.some((image) => !image.stored);
  const over = Math.max(0, lengthOf(text) - limits.prompt_chars);
  const isReady = text.trim() !== "" && over === 0 && !isUploading;
  return { text, type, tray, pack, clear, over, isReady, limits, length: lengthOf(text) };
}

export type Composer = ReturnType<typeof useComposer>;

/** In code points, as the server counts. Short texts need no exact count. */
function lengthOf(text: string): number {
  if (text.length < 20_000) return text.length;
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
