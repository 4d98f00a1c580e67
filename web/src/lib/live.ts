import { requestSignInCheck } from "./sign-in-check";
import { createStore, type Store } from "./store";

type LiveStatus = "connecting" | "open" | "unreachable";

type LiveMessage =
  | { type: "event"; topic: string; id: string }
  | { type: "subscribed"; topics: string[]; refused?: string[] }
  | { type: "resync" }
  | { type: "error"; detail: string };

type Socket = Pick<WebSocket, "send" | "close" | "addEventListener" | "readyState">;

interface LiveOptions {
  url: () => string;
  open?: (url: string) => Socket;
  random?: () => number;
}

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 15_000;
const UNREACHABLE_AFTER_MS = 3_000;
const STEADY_AFTER_MS = 5_000;
const ANSWERS_WITHIN_MS = 5_000;
/** The close code of the server when a sign-in has ended. */
const SIGN_IN_ENDED = 1008;

/**
 * One web socket for the whole app. It reconnects by itself; since events may have been missed, every reconnect
 * counts as a resync.
 */
export class LiveChannel {
  readonly status: Store<LiveStatus> = createStore<LiveStatus>("connecting");
  readonly #options: Required<LiveOptions>;
  readonly #topics = new Map<string, Set<(id: string) => void>>();
  /** Topics that were refused once. A second refusal is final. */
  readonly #refused = new Set<string>();
  readonly #resyncs = new Set<() => void>();
  readonly #errorListeners = new Set<(detail: string) => void>();
  #socket: Socket | undefined;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #unreachableTimer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #silenceTimer: ReturnType<typeof setTimeout> | undefined;
  #missedEvents = false;
  #openedAt = 0;

  constructor(options: LiveOptions) {
    this.#options = { open: (url) => new WebSocket(url), random: Math.random, ...options };
  }

  start(): () => void {
    this.#connect();
    const hurry = () => this.reconnectNow();
    const look = () => document.hidden || this.#probe();
    window.addEventListener("online", hurry);
    document.addEventListener("visibilitychange", look);
    return () => {
      window.removeEventListener("online", hurry);
      document.removeEventListener("visibilitychange", look);
      this.#stop();
    };
  }

  on(topic: string, listener: (id: string) => void): () => void {
    const listeners = this.#topics.get(topic) ?? new Set();
    listeners.add(listener);
    if (!this.#topics.has(topic)) {
      this.#topics.set(topic, listeners);
      this.#send({ subscribe: [topic] });
    }
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0 || this.#topics.get(topic) !== listeners) return;
      this.#topics.delete(topic);
      this.#send({ unsubscribe: [topic] });
    };
  }

  onResync(listener: () => void): () => void {
    this.#resyncs.add(listener);
    return () => this.#resyncs.delete(listener);
  }

  onError(listener: (detail: string) => void): () => void {
    this.#errorListeners.add(listener);
    return () => this.#errorListeners.delete(listener);
  }

  /** Skips the delay; does nothing while a socket is open or connecting. */
  reconnectNow(): void {
    if (this.#socket || this.#retryTimer === undefined) return;
    clearTimeout(this.#retryTimer);
    this.#connect();
  }

  /** Opens a new socket, because the old one belongs to the person who opened it. */
  renew(): void {
    if (!this.#socket && this.#retryTimer === undefined) return;
    this.#stop();
    this.#missedEvents = true;
    this.#connect();
  }

  #connect(): void {
    this.#retryTimer = undefined;
    this.#unreachableTimer ??= setTimeout(
      () => this.status.set("unreachable"),
      UNREACHABLE_AFTER_MS,
    );
    const socket = this.#options.open(this.#options.url());
    this.#socket = socket;
    socket.addEventListener("open", () => this.#socket === socket && this.#opened());
    socket.addEventListener("message", (event) => {
      if (this.#socket === socket) this.#received((event as MessageEvent).data);
    });
    socket.addEventListener("close", (event) => {
      if (this.#socket !== socket) return;
      this.#lost();
      if ((event as CloseEvent).code === SIGN_IN_ENDED) requestSignInCheck();
    });
  }

  #opened(): void {
    clearTimeout(this.#unreachableTimer);
    this.#unreachableTimer = undefined;
    this.#openedAt = Date.now();
    this.status.set("open");
    if (this.#topics.size > 0) this.#send({ subscribe: [...this.#topics.keys()] });
    if (this.#missedEvents) this.#resync();
    this.#missedEvents = false;
  }

  #lost(): void {
    const wasOpen = this.status.get() === "open";
    // A server that accepts and closes at once must not be contacted twice a second forever.
    if (wasOpen && Date.now() - this.#openedAt >= STEADY_AFTER_MS) this.#failures = 0;
    this.#stopSilenceTimer();
    this.#socket = undefined;
    this.#missedEvents = true;
    if (wasOpen) {
      this.status.set("connecting");
      this.#unreachableTimer = setTimeout(
        () => this.status.set("unreachable"),
        UNREACHABLE_AFTER_MS,
      );
    }
    const ceiling = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** this.#failures);
    this.#failures += 1;
    this.#retryTimer = setTimeout(
      () => this.#connect(),
      ceiling * (0.5 + this.#options.random() / 2),
    );
  }

  /** While a page slept, its socket may have died unnoticed. An empty request is answered if it is alive. */
  #probe(): void {
    if (this.status.get() !== "open" || this.#silenceTimer !== undefined) return;
    this.#silenceTimer = setTimeout(() => this.renew(), ANSWERS_WITHIN_MS);
    this.#send({ subscribe: [] });
  }

  #stopSilenceTimer(): void {
    clearTimeout(this.#silenceTimer);
    this.#silenceTimer = undefined;
  }

  #received(data: unknown): void {
    this.#stopSilenceTimer();
    const message = parse(data);
    if (message?.type === "event") {
      for (const listener of this.#topics.get(message.topic) ?? []) listener(message.id);
    } else if (message?.type === "subscribed") {
      this.#retryRefused(message.refused ?? []);
    } else if (message?.type === "resync") {
      this.#resync();
    } else if (message?.type === "error") {
      for (const listener of this.#errorListeners) listener(message.detail);
    }
  }

  /** The socket may be older than the visitor's cookie: the first battle sets it. Only a new socket brings it along. */
  #retryRefused(topics: string[]): void {
    const first = topics.filter((topic) => this.#topics.has(topic) && !this.#refused.has(topic));
    for (const topic of first) this.#refused.add(topic);
    if (first.length > 0) this.renew();
  }

  #resync(): void {
    for (const listener of this.#resyncs) listener();
  }

  #send(message: { subscribe: string[] } | { unsubscribe: string[] }): void {
    if (this.status.get() === "open") this.#socket?.send(JSON.stringify(message));
  }

  #stop(): void {
    this.#stopSilenceTimer();
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#unreachableTimer);
    this.#retryTimer = undefined;
    this.#unreachableTimer = undefined;
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
    this.status.set("connecting");
  }
}

/** Ignores kinds of messages that this version does not know. */
function parse(data: unknown): LiveMessage | undefined {
  try {
    const message: unknown = JSON.parse(String(data));
    return typeof message === "object" && message !== null ? (message as LiveMessage) : undefined;
  } catch {
    return undefined;
  }
}

export const live = new LiveChannel({
  url: () => `${window.location.origin.replace(/^http/, "ws")}/api/live`,
});
