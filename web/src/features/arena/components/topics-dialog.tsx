import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { showErrorToast } from "@/components/ui/error-toast";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { categoryName } from "@/lib/category-name";
import type { Battle, Category } from "../api/battle";
import { useSetCategories } from "../api/set-categories";
import { arenaStrings } from "../fns/strings";
import { CATEGORIES, isCategory, languageChoices } from "../fns/topics";

const words = arenaStrings.topics;
const NO_LANGUAGE = { value: "", label: words.noLanguage };

interface TopicsDialogProps {
  battle: Battle;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function TopicsDialog({ battle, open, onOpenChange }: TopicsDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={words.title}>
      <TopicsForm battle={battle} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

/** Starts with the stored topics each time it is opened. */
function TopicsForm({ battle, onDone }: { battle: Battle; onDone: () => void }) {
  const [categories, setCategories] = useState<Category[]>(battle.categories.filter(isCategory));
  const [language, setLanguage] = useState(battle.language ?? "");
  const saving = useSetCategories(battle.battle_id);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate(
          { categories, language: language || null },
          { onSuccess: onDone, onError: (error) => showErrorToast(words.failed, error) },
        );
      }}
      className="mt-1 flex flex-col gap-4"
    >
      <p className="text-dim">{words.lead}</p>
      <fieldset>
        <legend className="mb-1 text-[13px] font-medium">{words.categories}</legend>
        <div className="grid grid-cols-2 gap-x-3 leading-tight">
          {CATEGORIES.map((name) => (
            <label
              key={name}
              className="flex min-h-10 cursor-pointer items-center gap-2.5 md:min-h-8"
            >
              <input
                type="checkbox"
                checked={categories.includes(name)}
                onChange={(event) =>
                  setCategories(
                    event.target.checked
                      ? [...categories, name]
                      : categories.filter((one) => one !== name),
                  )
                }
                className="size-4 shrink-0 accent-accent"
              />
              {categoryName(name)}
            </label>
          ))}
        </div>
      </fieldset>
      <Field label={words.language}>
        {(ids) => (
          <Select
            {...ids}
            value={language}
            choices={[NO_LANGUAGE, ...languageChoices(battle.language)]}
            onChoose={setLanguage}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" disabled={saving.isPending} className="self-end">
        {saving.isPending ? words.saving : words.save}
      </Button>
    </form>
  );
}
