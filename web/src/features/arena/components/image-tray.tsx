import { X } from "lucide-react";
import { cn } from "@/lib/cn";
import { arenaStrings } from "../fns/strings";
import type { TrayImage } from "../hooks/use-image-tray";

const words = arenaStrings.box;

interface ImageTrayProps {
  images: readonly TrayImage[];
  onRemove: (id: number) => void;
}

export function ImageTray({ images, onRemove }: ImageTrayProps) {
  if (images.length === 0) return null;
  return (
    <ul aria-label={words.images} className="flex flex-wrap gap-2 px-3 pt-3">
      {images.map((image) => (
        <li key={image.id} className="relative" aria-busy={!image.stored}>
          <img
            src={image.preview}
            alt={image.stored ? image.name : words.uploading(image.name)}
            className={cn(
              "size-16 rounded-lg border border-line object-cover",
              !image.stored && "animate-breathe",
            )}
          />
          <button
            type="button"
            aria-label={words.remove(image.name)}
            onClick={() => onRemove(image.id)}
            className="absolute -top-2.5 -right-2.5 grid size-7 place-items-center rounded-full border border-line bg-panel text-dim shadow-lift hover:text-ink"
          >
            <X aria-hidden="true" className="size-3.5" />
          </button>
        </li>
      ))}
    </ul>
  );
}
