import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Chips } from "@/components/ui/segmented";
import { Switch } from "@/components/ui/switch";
import { formatCount } from "@/lib/format";
import type { Suite } from "../../api/bench";
import { badWebhook } from "../../fns/new-run";
import { newRunStrings as words } from "../../fns/new-run-strings";
import { NumberInput } from "../parts/number-input";
import type { RunFieldsProps } from "./suite-fields";

/** How much of the suite to use, and how often. */
export function AmountFields({ draft, set, suite }: RunFieldsProps & { suite: Suite }) {
  const prompts = Object.keys(suite.spec.prompts);
  return (
    <>
      {prompts.length > 1 && (
        <fieldset className="flex min-w-0 flex-col gap-1.5">
          <legend className="mb-1 text-[13px] font-medium">{words.prompts}</legend>
          <div className="overflow-x-auto">
            <Chips
              label={words.prompts}
              options={prompts.map((value) => ({ value, label: value }))}
              value={draft.prompts}
              onChange={(chosen) => set({ prompts: chosen })}
            />
          </div>
          <p className="text-[13px] text-dim">{words.promptsHint}</p>
        </fieldset>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={words.samples} hint={words.samplesHint(formatCount(suite.sample_count))}>
          {(ids) => (
            <NumberInput
              {...ids}
              min={1}
              max={suite.sample_count}
              step={1}
              placeholder={formatCount(suite.sample_count)}
              value={draft.samples}
              onNumber={(samples) => set({ samples })}
            />
          )}
        </Field>
        <Field label={words.epochs} hint={words.epochsHint}>
          {(ids) => (
            <NumberInput
              {...ids}
              min={1}
              max={100}
              step={1}
              placeholder={String(suite.spec.epochs)}
              value={draft.epochs}
              onNumber={(epochs) => set({ epochs })}
            />
          )}
        </Field>
        <Field label={words.budget} hint={words.budgetHint}>
          {(ids) => (
            <NumberInput
              {...ids}
              min={0}
              placeholder={String(suite.spec.limits.budget_usd ?? "")}
              value={draft.budget}
              onNumber={(budget) => set({ budget })}
            />
          )}
        </Field>
        <Field label={words.runTitle} hint={words.titleHint}>
          {(ids) => (
            <Input
              {...ids}
              maxLength={200}
              value={draft.title}
              onChange={(event) => set({ title: event.target.value })}
            />
          )}
        </Field>
      </div>
    </>
  );
}

/** Advanced settings, which are collapsed at first. */
export function MoreFields({ draft, set, suite }: RunFieldsProps & { suite: Suite }) {
  const { params, limits } = suite.spec;
  return (
    <div className="flex flex-col gap-4 pt-3">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={words.temperature} hint={words.temperatureHint}>
          {(ids) => (
            <NumberInput
              {...ids}
              min={0}
              max={2}
              placeholder={String(params.temperature ?? "")}
              value={draft.temperature}
              onNumber={(temperature) => set({ temperature })}
            />
          )}
        </Field>
        <Field label={words.maxTokens} hint={words.temperatureHint}>
          {(ids) => (
            <NumberInput
              {...ids}
              min={1}
              step={1}
              placeholder={String(params.max_tokens ?? "")}
              value={draft.maxTokens}
              onNumber={(maxTokens) => set({ maxTokens })}
            />
          )}
        </Field>
        <Field label={words.concurrency} hint={words.concurrencyHint}>
          {(ids) => (
            <NumberInput
              {...ids}
              min={1}
              max={1000}
              step={1}
              placeholder={String(limits.concurrency ?? "")}
              value={draft.concurrency}
              onNumber={(concurrency) => set({ concurrency })}
            />
          )}
        </Field>
        <Field
          label={words.webhook}
          hint={words.webhookHint}
          error={badWebhook(draft) ? words.badWebhook : undefined}
        >
          {(ids) => (
            <Input
              {...ids}
              type="url"
              maxLength={2_000}
              value={draft.webhook}
              onChange={(event) => set({ webhook: event.target.value })}
            />
          )}
        </Field>
      </div>
      <div>
        <Switch
          label={words.cache}
          on={draft.useCache}
          onChange={(useCache) => set({ useCache })}
        />
        <p className="text-[13px] text-dim">{words.cacheHint}</p>
      </div>
    </div>
  );
}
