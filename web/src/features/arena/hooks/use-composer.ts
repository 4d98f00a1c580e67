import { useRef, useState } from "react";
import { randomKey } from "@/lib/random-key";
import { readLocal, removeLocal, writeLocal } from "@/lib/safe-local-storage";
import type { Arena, ImageRef } from "../api/battle";
import type { PromptRequest, Target } from "../api/open-turn";
import { useImageTray } from "./use-image-tray";

export const defaultLimits: Arena["limits"] = {
  prompt_chars: 32_000,
  images: 4,
  image_bytes: 10_000_000,
  turns: 10,
};

interface Packed {
  sending: PromptRequest;
  images: ImageRef[];
  onAccepted: () => void;
}

const draftKey = (place: string): string => `draft.${place}`;

/** The draft of a prompt. The text survives reloads and failures until it is accepted. */
export function useComposer(place: string, limits: Arena["limits"]) {
  const memory = draftKey(place);
  const [draft, setDraft] = useState(() => ({ place, text: readLocal(memory) ?? "" }));
  const tray = useImageTray(limits);
  const lastKey = useRef({ fingerprint: "", key: "" });

  if (place !== draft.place) setDraft({ place, text: readLocal(memory) ?? "" });
  const { text } = draft;

  const type = (next: string) => {
    setDraft({ place, text: next });
    if (next) writeLocal(memory, next);
    else removeLocal(memory);
  };

  /**
   * Gives a prompt its idempotency key, which stays the same for all attempts. An accepted prompt is removed from the
   * box, but not what was typed in the meantime.
   */
  const pack = (target: Target): Packed => {
    const packed = tray.images.filter((image) => image.stored);
    const images = packed.flatMap((image) => (image.stored ? [image.stored] : []));
    const imageIds = images.map((image) => image.image_id);
    const fingerprint = JSON.stringify([target, text, imageIds]);
    if (lastKey.current.fingerprint !== fingerprint) {
      lastKey.current = { fingerprint, key: randomKey() };
    }
    const { key } = lastKey.current;
    const onAccepted = () => {
      if (lastKey.current.key === key) lastKey.current = { fingerprint: "", key: "" };
      setDraft((now) => (now.place === place && now.text === text ? { place, text: "" } : now));
      if (readLocal(memory) === text) removeLocal(memory);
      tray.clear(packed);
    };
    return { sending: { target, prompt: text, imageIds, key }, images, onAccepted };
  };

  /** Moves the draft to another prompt box. */
  const carry = (to: string) => {
    const kept = readLocal(memory);
    if (!kept || to === place) return;
    writeLocal(draftKey(to), kept);
    removeLocal(memory);
  };

  const isUploading = tray.images.some((image) => !image.stored);
  const over = Math.max(0, lengthOf(text) - limits.prompt_chars);
  const isReady = text.trim() !== "" && over === 0 && !isUploading;
  return { text, type, tray, pack, carry, over, isReady, limits, length: lengthOf(text) };
}

export type Composer = ReturnType<typeof useComposer>;

/** Length in code points, as the server counts. Short texts need no exact count. */
function lengthOf(text: string): number {
  if (text.length < 20_000) return text.length;
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
