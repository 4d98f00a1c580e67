import { useEffect, useRef, useState } from "react";
import { describeFailure } from "@/lib/problem";
import { addImage } from "../api/add-image";
import type { ImageRef } from "../api/battle";
import { arenaStrings } from "../fns/strings";

export interface TrayImage {
  id: number;
  name: string;
  preview: string;
  /** Set once the server has stored it. */
  stored: ImageRef | undefined;
}

interface Limits {
  images: number;
  image_bytes: number;
}

const TYPES = new Set(["image/png", "image/jpeg", "image/webp", "image/gif"]);
const MEGABYTE = 1_000_000;
const words = arenaStrings.imageProblems;

/** Why a file is not accepted, as a sentence. */
function whyNotImage(file: File, limits: Limits): string | undefined {
  const name = file.name || arenaStrings.box.pastedName;
  if (!TYPES.has(file.type)) return words.type(name);
  if (file.size > limits.image_bytes) {
    return words.size(name, Math.floor(limits.image_bytes / MEGABYTE));
  }
  return undefined;
}

/** Images of a prompt that is being written. Each is uploaded as soon as it is added. */
export function useImageTray(limits: Limits) {
  const [images, setImages] = useState<readonly TrayImage[]>([]);
  const [problem, setProblem] = useState<string>();
  const lastId = useRef(0);
  const uploads = useRef(new Map<number, { abort: AbortController; preview: string }>());

  useEffect(() => {
    const running = uploads.current;
    return () => {
      for (const { abort, preview } of running.values()) {
        abort.abort();
        URL.revokeObjectURL(preview);
      }
      running.clear();
    };
  }, []);

  const remove = (id: number) => {
    const upload = uploads.current.get(id);
    upload?.abort.abort();
    if (upload) URL.revokeObjectURL(upload.preview);
    uploads.current.delete(id);
    setImages((all) => all.filter((image) => image.id !== id));
  };

  const upload = async (id: number, file: File, abort: AbortController) => {
    try {
      const { image_id, url } = await addImage(file, abort.signal);
      setImages((all) =>
        all.map((image) => (image.id === id ? { ...image, stored: { image_id, url } } : image)),
      );
    } catch (error) {
      if (abort.signal.aborted) return;
      const { title, detail } = describeFailure(error);
      remove(id);
      setProblem(words.failed(file.name || arenaStrings.box.pastedName, detail ?? title));
    }
  };

  const add = (files: readonly File[]) => {
    setProblem(undefined);
    let room = limits.images - images.length;
    for (const file of files) {
      const why = whyNotImage(file, limits) ?? (room <= 0 ? words.many(limits.images) : undefined);
      if (why) {
        setProblem(why);
        continue;
      }
      room -= 1;
      lastId.current += 1;
      const id = lastId.current;
      const abort = new AbortController();
      const preview = URL.createObjectURL(file);
      uploads.current.set(id, { abort, preview });
      const name = file.name || arenaStrings.box.pastedName;
      setImages((all) => [...all, { id, name, preview, stored: undefined }]);
      upload(id, file, abort);
    }
  };

  const clear = (done: readonly TrayImage[]) => {
    for (const image of done) remove(image.id);
    setProblem(undefined);
  };

  return { images, problem, add, remove, clear };
}
