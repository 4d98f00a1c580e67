import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const backend = `http://127.0.0.1:${process.env.PORT ?? 8765}`;

/** The server's /docs page may load scripts only from its own origin, so Swagger UI ships with the build. */
function swaggerUi(): Plugin {
  const folder = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
  return {
    name: "swagger-ui",
    apply: "build",
    generateBundle() {
      for (const file of ["swagger-ui-bundle.js", "swagger-ui.css"]) {
        this.emitFile({
          type: "asset",
          fileName: `docs/${file}`,
          // The source maps are not shipped, so remove the references to them.
          source: readFileSync(join(folder, file), "utf8").replace(
            /\n\/[/*]# sourceMappingURL=.*/,
            "",
          ),
        });
      }
    },
  };
}

export default defineConfig({
  plugins: [react(), tailwindcss(), swaggerUi()],
  resolve: { alias: { "@": here("./src"), "@tests": here("./tests") } },
  server: {
    proxy: {
      "/api": { target: backend, ws: true },
      "/healthz": backend,
      "/openapi.json": backend,
      "/docs": backend,
    },
  },
  build: {
    outDir: here("../src/llmbattler/server/static"),
    emptyOutDir: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    target: "es2022",
  },
  test: {
    environment: "./tests/environment.ts",
    setupFiles: ["tests/setup.ts"],
    // A worker loads React and the other libraries once, not once per file; tests/setup.ts cleans up between files.
    isolate: false,
    // Nothing else runs besides these tests, so all cores are used.
    maxWorkers: "100%",
    testTimeout: 30_000,
    restoreMocks: true,
    unstubGlobals: true,
    coverage: {
      provider: "v8",
      reporter: ["text-summary"],
      include: ["src/**/*.{ts,tsx}"],
      exclude: ["src/app/main.tsx", "src/api/**", "src/**/*.test.{ts,tsx}"],
      thresholds: { lines: 80, statements: 80, functions: 80, branches: 80 },
    },
  },
});
