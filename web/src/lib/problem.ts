interface FieldError {
  field: string;
  message: string;
}

interface ProblemBody {
  type?: string;
  title: string;
  status?: number;
  detail?: string | null;
  request_id?: string | null;
  errors?: FieldError[] | null;
  /** Additional fields of some problems, such as the vote that already stands. */
  [field: string]: unknown;
}

/** A failed API call as RFC 9457 problem. Status 0 means that there was no response. */
export class Problem extends Error {
  override name = "Problem";
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string | undefined;
  readonly requestId: string | undefined;
  readonly fieldErrors: readonly FieldError[];
  readonly extra: Readonly<Record<string, unknown>>;
  /** When to retry, according to the server. */
  readonly retryAt: Date | undefined;

  constructor(
    body: ProblemBody & { status: number },
    options?: ErrorOptions & { retryAt?: Date | undefined },
  ) {
    super(body.detail ?? body.title, options);
    this.type = body.type ?? "about:blank";
    this.title = body.title;
    this.status = body.status;
    this.detail = body.detail ?? undefined;
    this.requestId = body.request_id ?? undefined;
    this.fieldErrors = body.errors ?? [];
    this.extra = body;
    this.retryAt = options?.retryAt;
  }

  static fromResponse(response: Response, body: unknown): Problem {
    const requestId = response.headers.get("x-request-id");
    const retryAt = momentOf(response.headers.get("retry-after"));
    if (isProblemBody(body)) {
      return new Problem({ request_id: requestId, ...body, status: response.status }, { retryAt });
    }
    return new Problem(
      {
        title: `The server answered with an error (${response.status}).`,
        detail: "Try again. If the problem persists, tell the person who runs this site.",
        status: response.status,
        request_id: requestId,
      },
      { retryAt },
    );
  }

  static unreachable(cause: unknown): Problem {
    return new Problem(
      {
        title: "The server cannot be reached.",
        detail: "Check that llmbattler is running and that you are connected, then try again.",
        status: 0,
      },
      { cause },
    );
  }

  /** The server answers, but no longer has this part of the app. */
  static partGone(cause: unknown): Problem {
    return new Problem(
      {
        title: "This part of the site could not be loaded.",
        detail:
          "The site may have been updated since you opened this page. Reload the page to continue; your draft is kept.",
        status: 410,
      },
      { cause },
    );
  }

  get isNotFound(): boolean {
    return this.status === 404;
  }

  /** Whether the same call can succeed later without changes. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/** Parses Retry-After, which is a number of seconds or a date. */
function momentOf(retryAfter: string | null): Date | undefined {
  if (!retryAfter) return undefined;
  const seconds = Number(retryAfter);
  const moment = Number.isFinite(seconds)
    ? new Date(Date.now() + seconds * 1_000)
    : new Date(retryAfter);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

function isProblemBody(body: unknown): body is ProblemBody {
  return (
    typeof body === "object" &&
    body !== null &&
    "title" in body &&
    typeof body.title === "string" &&
    (!("errors" in body) || body.errors === null || Array.isArray(body.errors))
  );
}

/** Describes any error for people. */
export function describeFailure(error: unknown): {
  title: string;
  detail: string | undefined;
  requestId: string | undefined;
} {
  if (error instanceof Problem) {
    return { title: error.title, detail: error.detail, requestId: error.requestId };
  }
  return {
    title: "Something went wrong on this page.",
    detail:
      "Try again. If the problem persists, reload the page; everything that was saved is safe.",
    requestId: undefined,
  };
}
