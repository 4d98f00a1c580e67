import { Pause, Play } from "lucide-react";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast-store";
import { type AdminModel, usePauseModel, useResumeModel } from "../../api/models";
import { modelStrings as words } from "../../fns/model-strings";
import { adminStrings } from "../../fns/strings";

const UNDO_MS = 10_000;

/** Pauses or resumes with one click; can be undone. */
export function PauseButton({ model }: { model: AdminModel }) {
  const pause = usePauseModel();
  const resume = useResumeModel();
  const { model_id: modelId, model_name: name } = model;
  const active = model.status === "active";
  const [does, undoes] = active ? [pause, resume] : [resume, pause];
  const Icon = active ? Pause : Play;
  const act = () =>
    does.mutate(modelId, {
      onSuccess: () =>
        toast({
          title: active ? words.paused(name) : words.resumed(name),
          duration: UNDO_MS,
          action: { label: adminStrings.undo, onPress: () => undoes.mutate(modelId) },
        }),
    });
  return (
    <Button variant="ghost" disabled={does.isPending} onClick={act}>
      <Icon aria-hidden="true" />
      <span className="max-md:sr-only">{active ? words.pause : words.resume}</span>
      <span className="sr-only">{name}</span>
    </Button>
  );
}
