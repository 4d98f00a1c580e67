import { Plus, Trash2 } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { TextArea } from "@/components/ui/text-area";
import { editorStrings } from "../../fns/editor-strings";

const words = editorStrings.followUps;
const MOST = 9;

interface FollowUpsFieldsProps {
  followUps: readonly string[];
  onChange: (followUps: string[]) => void;
}

/** Further questions, each asked after the answer to the one before. */
export function FollowUpsFields({ followUps, onChange }: FollowUpsFieldsProps) {
  return (
    <div className="flex flex-col gap-3">
      {followUps.map((text, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: turns are identified only by their order.
        <div key={place} className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <Field label={words.turn(String(place + 2))} hint={words.hint}>
              {(ids) => (
                <TextArea
                  {...ids}
                  rows={2}
                  value={text}
                  onChange={(event) => onChange(followUps.with(place, event.target.value))}
                  className="font-mono md:text-[12.5px]"
                />
              )}
            </Field>
          </div>
          <Button
            variant="ghost"
            size="icon"
            className="mt-6"
            onClick={() => onChange(followUps.filter((_, other) => other !== place))}
          >
            <Trash2 aria-hidden="true" />
            <span className="sr-only">{words.remove(String(place + 2))}</span>
          </Button>
        </div>
      ))}
      {followUps.length < MOST && (
        <Button className="self-start" onClick={() => onChange([...followUps, ""])}>
          <Plus aria-hidden="true" />
          {words.add}
        </Button>
      )}
    </div>
  );
}
