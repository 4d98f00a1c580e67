import { Plus, Webhook } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CodeChip } from "@/components/ui/code-chip";
import { PageHead } from "@/components/ui/page-head";
import { Section } from "@/components/ui/section";
import { $api } from "@/lib/api-client";
import type { BudgetKey, Budgets } from "../../api/budgets";
import {
  type BudgetRow,
  memberBudgetRows,
  providerBudgetRows,
  siteBudgetRow,
} from "../../fns/budget-rows";
import { budgetStrings as words } from "../../fns/budget-strings";
import { formatDay } from "../../fns/days";
import { Loaded } from "../parts/loaded";
import { BudgetDialog } from "./budget-dialog";
import { BudgetsTable } from "./budgets-table";
import { PersonBudgetDialog } from "./person-budget-dialog";
import { SiteBudget } from "./site-budget";

interface BudgetsViewProps {
  /** Shows the numbers of the chart as a table. */
  asTable: boolean;
  onAsTable: (asTable: boolean) => void;
}

export function BudgetsView(props: BudgetsViewProps) {
  const query = $api.useQuery("get", "/api/admin/budgets");
  const today = query.data?.day ?? new Date().toISOString().slice(0, 10);
  return (
    <div className="flex flex-col gap-6">
      <PageHead title={words.title} lead={words.lead(formatDay(today))} />
      <Loaded query={query} name={words.loading}>
        {(budgets) => <BudgetsContent budgets={budgets} {...props} />}
      </Loaded>
      <WebhookHint />
    </div>
  );
}

function BudgetsContent({ budgets, ...chart }: BudgetsViewProps & { budgets: Budgets }) {
  const [editing, setEditing] = useState<BudgetRow>();
  const [adding, setAdding] = useState(false);
  const { providers, members } = words;
  const taken: BudgetKey[] = memberBudgetRows(budgets);
  return (
    <>
      <SiteBudget entry={siteBudgetRow(budgets)} day={budgets.day} onEdit={setEditing} {...chart} />
      <Section title={providers.title} lead={providers.lead}>
        <BudgetsTable
          column={providers.column}
          empty={providers.empty}
          entries={providerBudgetRows(budgets)}
          onEdit={setEditing}
        />
      </Section>
      <Section
        title={members.title}
        lead={members.lead}
        tools={
          <Button onClick={() => setAdding(true)}>
            <Plus aria-hidden="true" />
            {members.add}
          </Button>
        }
      >
        <BudgetsTable
          column={members.column}
          empty={members.empty}
          entries={memberBudgetRows(budgets)}
          onEdit={setEditing}
        />
      </Section>
      {editing && <BudgetDialog entry={editing} onClose={() => setEditing(undefined)} />}
      {adding && (
        <PersonBudgetDialog
          taken={taken.map((entry) => entry.subject)}
          onChoose={(entry) => {
            setAdding(false);
            setEditing(entry);
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
}

function WebhookHint() {
  const { title, detail, url, secret, and } = words.webhook;
  return (
    <Card className="flex gap-3 p-4">
      <Webhook aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-dim" />
      <div className="text-dim">
        <p className="font-medium text-ink">{title}</p>
        <p>
          {detail} <CodeChip>{url}</CodeChip> {and} <CodeChip>{secret}</CodeChip>.
        </p>
      </div>
    </Card>
  );
}
