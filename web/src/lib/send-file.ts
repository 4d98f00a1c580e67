interface Sent<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** Uploads a file as raw bytes. Only XMLHttpRequest reports upload progress. */
export function sendFile<T>(
  path: string,
  file: Blob,
  onProgress: (progress: number) => void,
): Promise<Sent<T>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", path);
    request.setRequestHeader("content-type", "application/octet-stream");
    request.upload.addEventListener("progress", (event) => {
      if (event.lengthComputable && event.total > 0) onProgress(event.loaded / event.total);
    });
    request.upload.addEventListener("load", () => onProgress(1));
    request.addEventListener("error", () => reject(new TypeError("The server did not answer.")));
    request.addEventListener("load", () => resolve(outcomeOf<T>(request)));
    request.send(file);
  });
}

function outcomeOf<T>(request: XMLHttpRequest): Sent<T> {
  const headers = new Headers();
  for (const name of ["x-request-id", "retry-after"]) {
    const value = request.getResponseHeader(name);
    if (value) headers.set(name, value);
  }
  const response = new Response(null, { status: request.status, headers });
  const body = parsed(request.responseText);
  return response.ok ? { data: body as T, response } : { error: body, response };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
