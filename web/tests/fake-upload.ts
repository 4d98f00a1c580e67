/** An upload with progress that the test controls. */
export class FakeUpload extends EventTarget {
  static last: FakeUpload;

  readonly upload = new EventTarget();
  method = "";
  path = "";
  body: unknown;
  status = 0;
  responseText = "";
  #headers: Record<string, string> = {};

  constructor() {
    super();
    FakeUpload.last = this;
  }

  open(method: string, path: string): void {
    this.method = method;
    this.path = path;
  }

  setRequestHeader(): void {}

  getResponseHeader(name: string): string | null {
    return this.#headers[name] ?? null;
  }

  send(body: unknown): void {
    this.body = body;
  }

  advance(loaded: number, total: number): void {
    this.upload.dispatchEvent(
      new ProgressEvent("progress", { lengthComputable: true, loaded, total }),
    );
  }

  finish(): void {
    this.upload.dispatchEvent(new Event("load"));
  }

  answer(status: number, body: unknown, headers: Record<string, string> = {}): void {
    this.status = status;
    this.responseText = body === undefined ? "not json" : JSON.stringify(body);
    this.#headers = headers;
    this.dispatchEvent(new Event("load"));
  }

  fail(): void {
    this.dispatchEvent(new Event("error"));
  }
}
