import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const limit = 250_000;
const folder = fileURLToPath(new URL("../../src/llmbattler/server/static", import.meta.url));
const html = readFileSync(`${folder}/index.html`, "utf8");

const files = [...html.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map((match) => match[1]);
if (files.length === 0) {
  throw new Error("index.html loads no script and no style sheet: the build is broken.");
}

let total = 0;
for (const file of files) {
  const size = gzipSync(readFileSync(folder + file)).length;
  total += size;
  console.log(`${(size / 1000).toFixed(1).padStart(7)} kB  ${file}`);
}
console.log(
  `${(total / 1000).toFixed(1).padStart(7)} kB  first load, gzip (limit ${limit / 1000} kB)`,
);
if (total > limit) {
  console.error("The first load is too big. Load something lazily, or do without it.");
  process.exit(1);
}
