const ENDINGS = [".csv", ".tsv", ".jsonl", ".ndjson", ".json", ".parquet"];

export const ACCEPTED = ENDINGS.join(",");

export const isVoteFile = (name: string): boolean =>
  ENDINGS.some((ending) => name.toLowerCase().endsWith(ending));

export const LONGEST_NAME = 64;

/** Suggests a name from the file name, without characters that need escaping in a URL. */
export function suggestName(fileName: string): string {
  const stem = fileName.replace(/\.[^.]+$/, "");
  return stem
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, "-")
    .replaceAll(/^[^a-z0-9]+|[-.]+$/g, "")
    .slice(0, LONGEST_NAME);
}
