import { accountStrings } from "./strings";

export const SHORTEST_PASSWORD = 10;

const words = accountStrings.fields;

/** Catches obviously incomplete addresses; the server validates them. */
export function emailError(email: string): string | undefined {
  if (!email.trim()) return words.emailMissing;
  return /^\S+@\S+\.\S+$/.test(email.trim()) ? undefined : words.emailShape;
}

export function newPasswordError(password: string): string | undefined {
  if (!password) return words.passwordMissing;
  return password.trim().length < SHORTEST_PASSWORD ? words.passwordShort : undefined;
}

export function passwordError(password: string): string | undefined {
  return password ? undefined : words.passwordMissing;
}
