import { type DragEvent, useState } from "react";
import type { Composer } from "./use-composer";

/** Accepts dropped, pasted or chosen images, or says why not. */
export function useFileDrop(tray: Composer["tray"], noImages: string | undefined) {
  const [dragging, setDragging] = useState(false);
  const [refused, setRefused] = useState(false);
  const refuse = () => setRefused(true);
  const take = (list: FileList | undefined): boolean => {
    const files = [...(list ?? [])];
    if (files.length === 0) return false;
    if (noImages === undefined) tray.add(files);
    else refuse();
    return true;
  };
  const drop = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      setDragging(true);
    },
    onDragLeave: () => setDragging(false),
    onDrop: (event: DragEvent) => {
      setDragging(false);
      if (take(event.dataTransfer.files)) event.preventDefault();
    },
  };
  const isWrong = refused || tray.images.length > 0;
  return { take, refuse, dragging, drop, imageProblem: isWrong ? noImages : undefined };
}
