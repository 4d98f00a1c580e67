/** Writes plain data as YAML that any parser reads back as the same data; enough for suite files. */
export function toYaml(value: unknown): string {
  return `${block(value, "").replace(/^\n/, "")}\n`;
}

const PLAIN = /^[A-Za-z_][\w ./%+-]*$/;
const WORDS = new Set(["true", "false", "yes", "no", "on", "off", "null", "y", "n"]);

const isEmpty = (value: object) => Object.keys(value).length === 0;

/** JSON strings are valid YAML, except for line separators that only YAML has. */
const quote = (text: string) =>
  JSON.stringify(text).replaceAll(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

function scalar(value: unknown): string {
  // Some parsers read 1e-7 as a string, but not 1.0e-7.
  if (typeof value !== "string") return JSON.stringify(value).replace(/^(-?\d+)e/, "$1.0e");
  const plain = PLAIN.test(value) && !WORDS.has(value.toLowerCase()) && value.trim() === value;
  return plain ? value : quote(value);
}

/** Writes long text as a block literal. */
function literal(text: string, indent: string): string {
  const end = text.endsWith("\n") ? "" : "-";
  const lines = (end ? text : text.slice(0, -1)).split("\n");
  return `|${end}\n${lines.map((line) => (line ? `${indent}${line}` : "")).join("\n")}`;
}

const canBeLiteral = (text: string) =>
  text.includes("\n") &&
  !/^[\s]|[^\S\n]\n|\n\n$|[^\P{C}\n\t]|[\u2028\u2029]/u.test(text) &&
  text.trim() !== "";

function block(value: unknown, indent: string): string {
  if (typeof value === "string" && canBeLiteral(value)) return ` ${literal(value, indent || "  ")}`;
  if (typeof value !== "object" || value === null) return ` ${scalar(value)}`;
  if (Array.isArray(value)) return isEmpty(value) ? " []" : list(value, indent);
  return isEmpty(value) ? " {}" : mapping(value, indent);
}

function list(items: readonly unknown[], indent: string): string {
  return items
    .map((item) => {
      const inner = block(item, `${indent}  `);
      // The first entry of a mapping is next to the dash.
      return `\n${indent}-${inner.startsWith("\n") ? ` ${inner.trimStart()}` : inner}`;
    })
    .join("");
}

function mapping(entries: object, indent: string): string {
  return Object.entries(entries)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `\n${indent}${scalar(key)}:${block(value, `${indent}  `)}`)
    .join("");
}
