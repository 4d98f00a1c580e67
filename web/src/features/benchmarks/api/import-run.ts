import type { components } from "@/api/schema";
import { sendFile } from "@/lib/send-file";
import { runStrings as words } from "../fns/run-strings";
import { useChange } from "../hooks/use-change";

type Imported = components["schemas"]["ImportedRunOut"];

/** Restores a run from its JSON export, with its suite if that is missing. */
export function useImportRun() {
  return useChange(
    (file: File) => sendFile<Imported>("/api/bench/runs/import", file, () => undefined),
    words.failed.import,
  );
}
