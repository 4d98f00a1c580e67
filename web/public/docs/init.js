let choice = null;
try {
  choice = localStorage.getItem("llmbattler.theme");
} catch {
  // Storage can be forbidden; the system's theme is used then.
}
const systemIsDark = matchMedia("(prefers-color-scheme: dark)").matches;
const dark = choice === "dark" || (choice !== "light" && systemIsDark);
document.documentElement.classList.toggle("dark-mode", dark);

window.SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#swagger-ui",
  deepLinking: true,
  docExpansion: "none", // with all operations open at once, this version draws only the first of each tag
  tryItOutEnabled: true,
  validatorUrl: null, // the badge would ask another host
});
