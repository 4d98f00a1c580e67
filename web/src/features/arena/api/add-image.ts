import type { paths } from "@/api/schema";
import { unwrap } from "@/lib/api-client";

type AddedImage = paths["/api/images"]["post"]["responses"][201]["content"]["application/json"];

/** The image is sent as raw bytes, so the request is built by hand. */
export function addImage(file: Blob, signal: AbortSignal): Promise<AddedImage> {
  const request = new Request(new URL("/api/images", window.location.origin), {
    method: "POST",
    headers: { "content-type": file.type },
    body: file,
    signal,
  });
  return unwrap<AddedImage>(
    globalThis.fetch(request).then(async (response) => {
      const body: unknown = await response.json().catch(() => undefined);
      return response.ok ? { data: body as AddedImage, response } : { error: body, response };
    }),
  );
}
