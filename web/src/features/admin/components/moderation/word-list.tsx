import { ListX, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast-store";
import { $api } from "@/lib/api-client";
import { useAddWord, useRemoveWord, type Word, type WordInput } from "../../api/moderation";
import { moderationStrings } from "../../fns/moderation-strings";
import { adminStrings } from "../../fns/strings";
import { Loaded } from "../parts/loaded";

const { list: words, categories } = moderationStrings;
const UNDO_MS = 10_000;

const choicesOf = <T extends string>(names: Record<T, string>) =>
  (Object.keys(names) as T[]).map((value) => ({ value, label: names[value] }));

export function WordList() {
  const query = $api.useQuery("get", "/api/admin/moderation/words");
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-prose text-dim">{words.lead}</p>
      <AddWord />
      <Loaded query={query} name={moderationStrings.tabs.words} needs="moderator">
        {({ words: listed }) =>
          listed.length === 0 ? (
            <EmptyState icon={ListX} title={words.empty.title}>
              {words.empty.detail}
            </EmptyState>
          ) : (
            <Card>
              <ul>
                {listed.map((word) => (
                  <WordItem key={word.word_id} word={word} />
                ))}
              </ul>
            </Card>
          )
        }
      </Loaded>
    </div>
  );
}

function AddWord() {
  const [entry, setEntry] = useState<WordInput>({ phrase: "", category: "other", action: "flag" });
  const add = useAddWord();
  return (
    <Card className="p-4">
      <form
        className="grid items-start gap-3 md:grid-cols-[minmax(0,1fr)_11rem_12rem_auto]"
        onSubmit={(event) => {
          event.preventDefault();
          add.mutate(entry, {
            onSuccess: ({ phrase }) => {
              toast({ title: words.added(phrase) });
              setEntry({ ...entry, phrase: "" });
            },
          });
        }}
      >
        <Field label={words.phrase} hint={words.actionHints[entry.action]}>
          {(ids) => (
            <Input
              {...ids}
              required
              maxLength={200}
              value={entry.phrase}
              onChange={(event) => setEntry({ ...entry, phrase: event.target.value })}
            />
          )}
        </Field>
        <Field label={words.category}>
          {(ids) => (
            <Select
              {...ids}
              value={entry.category}
              choices={choicesOf(categories)}
              onChoose={(category) => setEntry({ ...entry, category })}
            />
          )}
        </Field>
        <Field label={words.action}>
          {(ids) => (
            <Select
              {...ids}
              value={entry.action}
              choices={choicesOf(words.actions)}
              onChoose={(action) => setEntry({ ...entry, action })}
            />
          )}
        </Field>
        <Button
          type="submit"
          variant="primary"
          className="md:mt-6"
          disabled={add.isPending || !entry.phrase.trim()}
        >
          <Plus aria-hidden="true" />
          {words.add}
        </Button>
      </form>
    </Card>
  );
}

function WordItem({ word }: { word: Word }) {
  const remove = useRemoveWord();
  const add = useAddWord();
  const { phrase, category, action } = word;
  return (
    <li className="flex items-center gap-3 border-t border-line py-1 pr-2 pl-4 first:border-t-0">
      <span className="min-w-0 flex-1 font-medium wrap-anywhere">{phrase}</span>
      <Badge>{categories[category]}</Badge>
      <span className="text-[13px] text-dim">{words.actions[action]}</span>
      <Button
        variant="ghost"
        size="icon"
        aria-label={words.remove(phrase)}
        disabled={remove.isPending}
        onClick={() =>
          remove.mutate(word.word_id, {
            onSuccess: () =>
              toast({
                title: words.removed(phrase),
                duration: UNDO_MS,
                action: {
                  label: adminStrings.undo,
                  onPress: () => add.mutate({ phrase, category, action }),
                },
              }),
          })
        }
      >
        <Trash2 aria-hidden="true" />
      </Button>
    </li>
  );
}
