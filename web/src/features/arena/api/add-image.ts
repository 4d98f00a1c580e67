import { api, unwrap } from "@/lib/api-client";

/** The image is sent as raw bytes. */
export function addImage(file: Blob, signal: AbortSignal) {
  return unwrap(
    api.POST("/api/images", {
      headers: { "content-type": file.type },
      body: file as never,
      bodySerializer: (body: unknown) => body,
      signal,
    }),
  );
}
