import { expect, it, vi } from "vitest";
import { readLocal, writeLocal } from "./safe-local-storage";
import { chooseTheme, isTheme, startTheme } from "./theme";

const isDark = () => document.documentElement.classList.contains("dark");

function systemTheme(dark: boolean) {
  const system = Object.assign(new EventTarget(), { matches: dark });
  vi.stubGlobal("matchMedia", () => system);
  return (next: boolean) => {
    system.matches = next;
    system.dispatchEvent(new Event("change"));
  };
}

it("follows the system until something else is chosen", () => {
  const change = systemTheme(true);
  const stop = startTheme();
  expect(isDark()).toBe(true);
  change(false);
  expect(isDark()).toBe(false);
  chooseTheme("dark");
  expect(isDark()).toBe(true);
  change(false);
  expect(isDark()).toBe(true);
  stop();
});

it("applies the stored choice and ignores invalid ones", () => {
  systemTheme(false);
  writeLocal("theme", "dark");
  startTheme()();
  expect(isDark()).toBe(true);
  writeLocal("theme", "purple");
  startTheme()();
  expect(isDark()).toBe(false);
  expect(isTheme("purple")).toBe(false);
});

it("sets the theme color of the browser", () => {
  const meta = document.head.appendChild(document.createElement("meta"));
  meta.name = "theme-color";
  systemTheme(false);
  chooseTheme("dark");
  expect(meta.content).toBe("#0c0c0f");
  chooseTheme("light");
  expect(meta.content).toBe("#fafafa");
  meta.remove();
});

it("works without storage", () => {
  vi.stubGlobal("localStorage", {
    getItem: () => {
      throw new DOMException("denied", "SecurityError");
    },
    setItem: () => {
      throw new DOMException("denied", "SecurityError");
    },
  });
  writeLocal("theme", "dark");
  expect(readLocal("theme")).toBeNull();
});
