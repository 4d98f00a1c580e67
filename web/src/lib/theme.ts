import { readLocal, writeLocal } from "./safe-local-storage";
import { createStore, useStore } from "./store";

export const THEMES = ["light", "dark", "system"] as const;
type Theme = (typeof THEMES)[number];

const chosen = createStore<Theme>("system");

export const isTheme = (value: unknown): value is Theme => THEMES.includes(value as Theme);

const systemIsDark = () => matchMedia("(prefers-color-scheme: dark)");

function paint(theme: Theme): void {
  const dark = theme === "dark" || (theme === "system" && systemIsDark().matches);
  document.documentElement.classList.toggle("dark", dark);
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute("content", dark ? "#0c0c0f" : "#fafafa");
}

export function chooseTheme(theme: Theme): void {
  chosen.set(theme);
  writeLocal("theme", theme);
  paint(theme);
}

/** Applies the stored theme, and follows the system if it is "system". */
export function startTheme(): () => void {
  const stored = readLocal("theme");
  chosen.set(isTheme(stored) ? stored : "system");
  paint(chosen.get());
  const system = systemIsDark();
  const follow = () => paint(chosen.get());
  system.addEventListener("change", follow);
  return () => system.removeEventListener("change", follow);
}

export function useTheme(): Theme {
  return useStore(chosen);
}
