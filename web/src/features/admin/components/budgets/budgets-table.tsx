import { Pencil, Plus } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Hint } from "@/components/ui/hint";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import { formatCost } from "@/lib/format";
import { type BudgetRow, usedShares } from "../../fns/budget-rows";
import { budgetStrings as words } from "../../fns/budget-strings";
import { adminStrings } from "../../fns/strings";
import { SpendBar } from "../parts/spend-bar";

interface BudgetsTableProps {
  column: string;
  empty: string;
  entries: readonly BudgetRow[];
  onEdit: (entry: BudgetRow) => void;
}

export function BudgetsTable({ column, empty, entries, onEdit }: BudgetsTableProps) {
  const { columns } = words;
  if (entries.length === 0) return <Card className="p-4 text-dim">{empty}</Card>;
  return (
    <Table>
      <thead>
        <tr>
          <HeadCell>{column}</HeadCell>
          <HeadCell className="text-right">{columns.today}</HeadCell>
          <HeadCell className="text-right max-md:hidden">
            <Hint content={words.reservedHint}>{columns.reserved}</Hint>
          </HeadCell>
          <HeadCell className="text-right">{columns.limit}</HeadCell>
          <HeadCell className="max-md:hidden">{columns.share}</HeadCell>
          <HeadCell>
            <span className="sr-only">{adminStrings.actions}</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <BudgetsTableRow key={entry.subject} entry={entry} onEdit={onEdit} />
        ))}
      </tbody>
    </Table>
  );
}

function BudgetsTableRow({
  entry,
  onEdit,
}: {
  entry: BudgetRow;
  onEdit: (entry: BudgetRow) => void;
}) {
  const { budget } = entry;
  const Icon = budget ? Pencil : Plus;
  return (
    <Row>
      <Cell className="w-full max-w-0 min-w-28">
        <span className="block truncate font-semibold" title={entry.name}>
          {entry.name}
        </span>
        {entry.hint && <span className="block truncate text-xs text-dim">{entry.hint}</span>}
      </Cell>
      <Cell className="text-right tabular-nums">{formatCost(entry.spent)}</Cell>
      <Cell className="text-right text-dim tabular-nums max-md:hidden">
        {formatCost(entry.reserved)}
      </Cell>
      <Cell className="text-right tabular-nums">
        {budget ? (
          formatCost(budget.limit_usd)
        ) : (
          <span className="text-faint">{words.noLimit}</span>
        )}
      </Cell>
      <Cell className="max-md:hidden">
        {budget?.enabled && <SpendBar {...usedShares(entry)} warnAt={budget.warn_at} />}
        {budget && !budget.enabled && <span className="text-faint">{words.off}</span>}
      </Cell>
      <Cell className="py-1 text-right">
        <Button
          variant="ghost"
          size="icon"
          aria-label={budget ? words.changeLabel(entry.name) : words.setLabel(entry.name)}
          onClick={() => onEdit(entry)}
        >
          <Icon aria-hidden="true" />
        </Button>
      </Cell>
    </Row>
  );
}
