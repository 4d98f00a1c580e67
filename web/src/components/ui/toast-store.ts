import { createStore } from "@/lib/store";

interface ToastMessage {
  title: string;
  detail?: string | undefined;
  requestId?: string | undefined;
  action?: { label: string; onPress: () => void };
  /** In milliseconds. */
  duration?: number;
}

interface ShownToast extends ToastMessage {
  id: number;
}

const MOST_AT_ONCE = 3;
let lastId = 0;

export const toasts = createStore<readonly ShownToast[]>([]);

export function toast(message: ToastMessage): void {
  lastId += 1;
  toasts.set([...toasts.get(), { ...message, id: lastId }].slice(-MOST_AT_ONCE));
}

export function dismissToast(id: number): void {
  toasts.set(toasts.get().filter((shown) => shown.id !== id));
}
