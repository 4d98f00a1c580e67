import { Card } from "@/components/ui/card";
import { Section } from "@/components/ui/section";
import { formatCount } from "@/lib/format";
import type { Spec } from "../../api/bench";
import { suiteStrings } from "../../fns/suite-strings";
import { ParamsLine } from "../parts/params-line";
import { TextBlock } from "../parts/text-block";

const words = suiteStrings.asks;

/** The templates of the prompts. */
export function SuitePrompts({ spec }: { spec: Spec }) {
  return (
    <Section title={words.title} lead={words.lead}>
      <Card className="flex flex-col gap-4 p-4">
        {spec.system && <Template title={words.system} text={spec.system} />}
        {Object.entries(spec.prompts).map(([name, text]) => (
          <Template key={name} title={words.prompt(name)} text={text} />
        ))}
        {spec.few_shot && (
          <p className="text-[13px] text-dim">{words.examples(formatCount(spec.few_shot.count))}</p>
        )}
        <ParamsLine label={words.params} params={spec.params} />
      </Card>
    </Section>
  );
}

function Template({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <h3 className="pb-1 text-[13px] font-medium">{title}</h3>
      <TextBlock mono label={title} text={text} />
    </div>
  );
}
