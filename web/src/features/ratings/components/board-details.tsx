import type { ReactNode } from "react";
import { Cell, HeadCell, Table, Row as TableRow } from "@/components/ui/table";
import { formatCount } from "@/lib/format";
import type { Metadata } from "../api/ratings";
import { ratingsStrings } from "../fns/strings";
import { formatPercent } from "../fns/words";

/** The effect of style on a style-controlled leaderboard, or the agreement with people on a judge's leaderboard. */
export function BoardDetails({ metadata }: { metadata: Metadata }) {
  const { style_effects: effects, agreement } = metadata;
  return (
    <>
      {effects && Object.keys(effects).length > 0 && <StyleEffects effects={effects} />}
      {agreement && agreement.length > 0 && <Agreement rows={agreement} />}
    </>
  );
}

interface DetailsProps {
  title: string;
  hint: string;
  headings: readonly string[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
}

function Details({ title, hint, headings, rows }: DetailsProps) {
  return (
    <section aria-label={title} className="flex max-w-3xl flex-col gap-2.5">
      <div>
        <h2 className="text-[17px] font-semibold tracking-tight">{title}</h2>
        <p className="max-w-prose text-[13px] text-dim">{hint}</p>
      </div>
      <Table>
        <thead>
          <tr>
            {headings.map((heading, index) => (
              <HeadCell
                key={heading}
                className={index > 0 ? "text-right whitespace-normal" : undefined}
              >
                {heading}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <TableRow key={key}>
              {cells.map((cell, index) => (
                <Cell
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change their order.
                  key={index}
                  className={index > 0 ? "py-2 text-right tabular-nums" : "py-2 font-medium"}
                >
                  {cell}
                </Cell>
              ))}
            </TableRow>
          ))}
        </tbody>
      </Table>
    </section>
  );
}

/** A number with its 95% interval next to it, or below if there is no room. */
function Estimated({ value, interval }: { value: string; interval: string }) {
  return (
    <span className="inline-flex justify-end gap-x-2 max-sm:flex-col">
      <strong className="font-semibold">{value}</strong>
      <span className="text-faint sm:w-28">{interval}</span>
    </span>
  );
}

const signed = (points: number) => `${points < 0 ? "−" : "+"}${Math.abs(points).toFixed(1)}`;

function StyleEffects({ effects }: { effects: NonNullable<Metadata["style_effects"]> }) {
  const words = ratingsStrings.style;
  return (
    <Details
      title={words.title}
      hint={words.hint}
      headings={[words.feature, words.effect]}
      rows={Object.entries(effects).map(([name, { effect, low, high }]) => ({
        key: name,
        cells: [
          words.names[name] ?? name,
          <Estimated
            key="effect"
            value={signed(effect)}
            interval={`${signed(low)} … ${signed(high)}`}
          />,
        ],
      }))}
    />
  );
}

const kappa = (value: number) => value.toFixed(2).replace("-", "−");

function Agreement({ rows }: { rows: NonNullable<Metadata["agreement"]> }) {
  const words = ratingsStrings.agreement;
  return (
    <Details
      title={words.title}
      hint={words.hint}
      headings={[words.category, words.battles, words.agreement, words.kappa]}
      rows={rows.map((row) => ({
        key: row.category ?? "",
        cells: [
          row.category === null ? words.all : capital(row.category),
          formatCount(row.battles),
          formatPercent(row.agreement),
          <Estimated
            key="kappa"
            value={kappa(row.kappa)}
            interval={`${kappa(row.kappa_low)} … ${kappa(row.kappa_high)}`}
          />,
        ],
      }))}
    />
  );
}

const capital = (text: string) =>
  (text.charAt(0).toUpperCase() + text.slice(1)).replaceAll("_", " ");
