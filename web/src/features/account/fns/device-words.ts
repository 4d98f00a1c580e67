import type { SignIn } from "../api/sign-ins";
import { accountStrings } from "./strings";

const words = accountStrings.devices;

/** The first match counts, because most browsers also name the ones they descend from. */
const BROWSERS: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, "Edge"],
  [/OPR\/|Opera/, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrom(e|ium)\/|CriOS\//, "Chrome"],
  [/Version\/.*Safari\//, "Safari"],
];

const SYSTEMS: [RegExp, string][] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/CrOS/, "ChromeOS"],
  [/Windows/, "Windows"],
  [/Mac OS X|Macintosh/, "Mac"],
  [/Linux|X11/, "Linux"],
];

const firstOf = (list: [RegExp, string][], text: string): string | undefined =>
  list.find(([pattern]) => pattern.test(text))?.[1];

/** A readable name of a device. */
export function deviceWords({ kind, device }: Pick<SignIn, "kind" | "device">): string {
  if (kind === "program") return words.program(device.split(" ")[0] ?? "");
  const browser = firstOf(BROWSERS, device);
  const system = firstOf(SYSTEMS, device);
  if (browser && system) return words.browserOn(browser, system);
  return browser ?? system ?? words.unknown;
}

/** Initials for the avatar. */
export function initialsOf({ name, email }: { name: string; email: string | null }): string {
  const parts = (name || (email ?? "").split("@")[0] || "?").split(/[\s._-]+/).filter(Boolean);
  const letters = [parts[0], parts.length > 1 ? parts.at(-1) : undefined];
  return letters
    .map((part) => [...(part ?? "")][0] ?? "")
    .join("")
    .toUpperCase();
}
