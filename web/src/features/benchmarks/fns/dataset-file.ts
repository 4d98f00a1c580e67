const ENDINGS = [".csv", ".tsv", ".jsonl", ".ndjson", ".json", ".parquet", ".gz"];

export const ACCEPTED = ENDINGS.join(",");

/** Pasted lines as a file, with an extension that fits their format. */
export function fileOfLines(text: string): File {
  const start = text.trimStart();
  const [head = ""] = start.split("\n", 1);
  const ending = () => {
    if (start.startsWith("{")) return "jsonl";
    if (start.startsWith("[")) return "json";
    return head.includes("\t") ? "tsv" : "csv";
  };
  return new File([start], `pasted.${ending()}`, { type: "text/plain" });
}
