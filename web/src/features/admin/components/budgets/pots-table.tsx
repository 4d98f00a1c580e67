import { Pencil, Plus } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Hint } from "@/components/ui/hint";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import { formatCost } from "@/lib/format";
import { budgetStrings as words } from "../../fns/budget-strings";
import { type ShownPot, usedShares } from "../../fns/pots";
import { adminStrings } from "../../fns/strings";
import { SpendBar } from "../parts/spend-bar";

interface PotsTableProps {
  column: string;
  empty: string;
  pots: readonly ShownPot[];
  onEdit: (pot: ShownPot) => void;
}

export function PotsTable({ column, empty, pots, onEdit }: PotsTableProps) {
  const { columns } = words;
  if (pots.length === 0) return <Card className="p-4 text-dim">{empty}</Card>;
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
        {pots.map((pot) => (
          <PotRow key={pot.subject} pot={pot} onEdit={onEdit} />
        ))}
      </tbody>
    </Table>
  );
}

function PotRow({ pot, onEdit }: { pot: ShownPot; onEdit: (pot: ShownPot) => void }) {
  const { budget } = pot;
  const Icon = budget ? Pencil : Plus;
  return (
    <Row>
      <Cell className="w-full max-w-0 min-w-28">
        <span className="block truncate font-semibold" title={pot.name}>
          {pot.name}
        </span>
        {pot.hint && <span className="block truncate text-xs text-dim">{pot.hint}</span>}
      </Cell>
      <Cell className="text-right tabular-nums">{formatCost(pot.spent)}</Cell>
      <Cell className="text-right text-dim tabular-nums max-md:hidden">
        {formatCost(pot.reserved)}
      </Cell>
      <Cell className="text-right tabular-nums">
        {budget ? (
          formatCost(budget.limit_usd)
        ) : (
          <span className="text-faint">{words.noLimit}</span>
        )}
      </Cell>
      <Cell className="max-md:hidden">
        {budget?.enabled && <SpendBar {...usedShares(pot)} warnAt={budget.warn_at} />}
        {budget && !budget.enabled && <span className="text-faint">{words.off}</span>}
      </Cell>
      <Cell className="py-1 text-right">
        <Button
          variant="ghost"
          size="icon"
          aria-label={budget ? words.changeLabel(pot.name) : words.setLabel(pot.name)}
          onClick={() => onEdit(pot)}
        >
          <Icon aria-hidden="true" />
        </Button>
      </Cell>
    </Row>
  );
}
