import { CircleCheck, CircleX, RotateCw } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { RequestId } from "@/components/ui/request-id";
import { formatDuration } from "@/lib/format";
import { describeFailure } from "@/lib/problem";
import { type AdminModel, useTestModel } from "../../api/models";
import { modelStrings } from "../../fns/model-strings";

const words = modelStrings.test;

interface TestDialogProps {
  model: Pick<AdminModel, "model_id" | "model_name">;
  onClose: () => void;
}

/** Asks the model for one sentence and shows the result. */
export function TestDialog({ model, onClose }: TestDialogProps) {
  const { data, error, isFetching, refetch } = useTestModel(model.model_id);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={words.title(model.model_name)}>
      <div role="status" className="mt-3 min-h-16">
        {isFetching && <p className="animate-breathe text-dim">{words.running}</p>}
        {!isFetching && data && <Outcome {...data} />}
        {!isFetching && error && <Broken error={error} />}
      </div>
      <Button className="mt-3 self-end" disabled={isFetching} onClick={() => refetch()}>
        <RotateCw aria-hidden="true" />
        {words.again}
      </Button>
    </Dialog>
  );
}

interface OutcomeProps {
  result: string;
  message: string;
  report: string | null;
  first_token_ms: number | null;
  total_ms: number;
  answered_by: string | null;
}

function Outcome({ result, message, report, first_token_ms, total_ms, answered_by }: OutcomeProps) {
  const ok = result === "ok";
  const Icon = ok ? CircleCheck : CircleX;
  return (
    <div className="flex gap-2.5">
      <Icon
        aria-hidden="true"
        className={ok ? "mt-0.5 size-4.5 text-good" : "mt-0.5 size-4.5 text-bad"}
      />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{ok ? words.ok : words.failedBecause(message)}</p>
        {report && <p className="text-[13px] wrap-anywhere">{words.reported(report)}</p>}
        <p className="text-[13px] text-dim">
          {first_token_ms !== null && `${words.first(formatDuration(first_token_ms))}, `}
          {words.total(formatDuration(total_ms))}
        </p>
        {answered_by && (
          <p className="mt-1 text-[13px] break-words">{words.answeredBy(answered_by)}</p>
        )}
      </div>
    </div>
  );
}

function Broken({ error }: { error: Error }) {
  const { title, detail, requestId } = describeFailure(error);
  return (
    <>
      <p>
        {title} {detail}
      </p>
      {requestId && <RequestId value={requestId} />}
    </>
  );
}
