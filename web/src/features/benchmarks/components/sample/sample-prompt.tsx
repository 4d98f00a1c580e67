import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Section } from "@/components/ui/section";
import type { RunSample } from "../../api/results";
import { cellText } from "../../fns/cell-text";
import { sampleStrings as words } from "../../fns/sample-strings";
import { TextBlock } from "../parts/text-block";

/** The messages of each prompt, next to the fields of the sample. */
export function SamplePrompt({ found }: { found: RunSample }) {
  const prompts = Object.entries(found.prompts);
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <Section title={words.prompt}>
        <Card className="flex flex-col gap-4 p-4">
          {prompts.map(([name, messages]) => (
            <div key={name} className="flex flex-col gap-3">
              {prompts.length > 1 && (
                <h3 className="text-[13px] font-semibold">{words.promptOf(name)}</h3>
              )}
              {messages.map(({ role, content }, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: messages keep their order.
                <div key={place}>
                  <p className="pb-1 text-xs font-medium text-dim">{words.roles[role] ?? role}</p>
                  <TextBlock label={words.roles[role] ?? role} text={content} />
                </div>
              ))}
            </div>
          ))}
        </Card>
      </Section>
      <SampleFacts found={found} />
    </div>
  );
}

function SampleFacts({ found }: { found: RunSample }) {
  const { sample, target } = found;
  const fields = Object.entries(sample.fields);
  return (
    <Section title={words.about}>
      <Card className="flex flex-col gap-4 p-4">
        {target === null ? (
          <p className="text-dim">{words.noTarget}</p>
        ) : (
          <div>
            <p className="pb-1 text-xs font-medium text-dim">{words.target}</p>
            <TextBlock label={words.target} text={target} className="font-medium" />
          </div>
        )}
        {fields.length > 0 && (
          <details>
            <summary className="cursor-pointer text-[13px] font-medium">{words.fields}</summary>
            <dl className="flex flex-col gap-2 pt-2">
              {fields.map(([name, value]) => (
                <Fact key={name} label={name}>
                  {cellText(value)}
                </Fact>
              ))}
            </dl>
          </details>
        )}
        <dl className="flex flex-col gap-2">
          {sample.tags.length > 0 && (
            <Fact label={words.tags}>
              <span className="flex flex-wrap gap-1.5">
                {sample.tags.map((tag) => (
                  <Badge key={tag}>{tag}</Badge>
                ))}
              </span>
            </Fact>
          )}
          {sample.cluster !== null && <Fact label={words.group}>{sample.cluster}</Fact>}
          <Fact label={words.id}>
            <span className="font-mono text-xs">{sample.sample_id}</span>
          </Fact>
        </dl>
      </Card>
    </Section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-dim">{label}</dt>
      <dd className="text-[13px] wrap-anywhere whitespace-pre-wrap">{children}</dd>
    </div>
  );
}
