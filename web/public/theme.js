// Runs before the first paint, so that a dark page never flashes white. Keep in step with src/lib/theme.ts.
(() => {
  let choice = null;
  try {
    choice = localStorage.getItem("llmbattler.theme");
  } catch {
    // Storage can be forbidden; the system's theme is used then.
  }
  const dark =
    choice === "dark" || (choice !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.classList.toggle("dark", dark);
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute("content", dark ? "#0c0c0f" : "#fafafa");
})();
