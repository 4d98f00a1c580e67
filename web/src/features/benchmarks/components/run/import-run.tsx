import { useNavigate } from "@tanstack/react-router";
import { FileUp } from "lucide-react";
import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast-store";
import { $api } from "@/lib/api-client";
import { formatCount } from "@/lib/format";
import { useImportRun } from "../../api/import-run";
import { runStrings } from "../../fns/run-strings";

const words = runStrings.import;

/** Imports a run that was exported here or on another site, and opens it. */
export function ImportRun() {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const bring = useImportRun();
  if ($api.useQuery("get", "/api/bench/suites").data?.may_import !== true) return null;
  const take = (file: File) =>
    bring.mutate(file, {
      onSuccess: ({ run_id, results }) => {
        toast({ title: words.done(formatCount(results)) });
        navigate({ to: "/benchmarks/runs/$runId", params: { runId: run_id } });
      },
    });
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        aria-label={words.file}
        className="hidden"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // Otherwise choosing the same file again fires no event.
          event.target.value = "";
          if (file) take(file);
        }}
      />
      <Button disabled={bring.isPending} onClick={() => input.current?.click()}>
        <FileUp aria-hidden="true" />
        {bring.isPending ? words.pending : words.action}
      </Button>
    </>
  );
}
