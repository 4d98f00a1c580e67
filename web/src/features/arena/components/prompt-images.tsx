import type { ImageRef } from "../api/battle";
import { arenaStrings } from "../fns/strings";

/** Images of the question. They are loaded only from this site. */
export function PromptImages({ images }: { images: readonly ImageRef[] }) {
  const own = images.filter((image) => /^\/api\/[\w/.~-]+$/.test(image.url));
  if (own.length === 0) return null;
  return (
    <ul aria-label={arenaStrings.box.images} className="mt-2 flex flex-wrap gap-2">
      {own.map((image, index) => (
        <li key={image.image_id}>
          <a href={image.url} target="_blank" rel="noopener noreferrer">
            <img
              src={image.url}
              alt={`${arenaStrings.box.image} ${index + 1}`}
              className="max-h-24 rounded-lg border border-line object-contain"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}
