import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { MoreButton } from "@/components/ui/more-button";
import { Section } from "@/components/ui/section";
import { Segmented } from "@/components/ui/segmented";
import { Select } from "@/components/ui/select";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import { formatCount } from "@/lib/format";
import { present } from "@/lib/search-params";
import { useFlips } from "../../api/comparisons";
import type { Comparison, Difference, Flip } from "../../api/results";
import type { CompareSearch } from "../../fns/compare-search";
import { compareStrings } from "../../fns/compare-strings";
import { partsOf } from "../../fns/entries";
import { formatChange } from "../../fns/scores";
import { LineHead } from "../parts/line-head";
import { Loaded } from "../parts/loaded";
import { OutcomeMark } from "../run/outcome-mark";

const words = compareStrings.flips;

interface FlippedSamplesProps {
  found: Comparison;
  labels: ReadonlyMap<string, string>;
  search: CompareSearch;
  onSearch: (search: CompareSearch) => void;
}

/** The samples on which two entries differ. */
export function FlippedSamples({ found, labels, search, onSearch }: FlippedSamplesProps) {
  const one = found.differences[(search.against ?? 1) - 1] ?? found.differences[0];
  if (!one) return null;
  const direction = search.flips ?? (one.better > 0 || one.worse === 0 ? "better" : "worse");
  const choose = (place: string) =>
    onSearch(present({ ...search, against: place === "1" ? undefined : Number(place) }));
  return (
    <Section
      title={words.title}
      lead={words.lead}
      tools={
        <div className="flex flex-wrap gap-2">
          {found.differences.length > 1 && (
            <Select
              aria-label={words.second}
              className="max-w-60"
              value={String(found.differences.indexOf(one) + 1)}
              onChoose={choose}
              choices={found.differences.map(({ second }, place) => ({
                value: String(place + 1),
                label: labels.get(second) ?? second,
              }))}
            />
          )}
          <Segmented
            label={words.direction}
            value={direction}
            onChange={(flips) => onSearch({ ...search, flips })}
            options={[
              { value: "better", label: words.better(formatCount(one.better)) },
              { value: "worse", label: words.worse(formatCount(one.worse)) },
            ]}
          />
        </div>
      }
    >
      <Flips one={one} labels={labels} direction={direction} />
    </Section>
  );
}

interface FlipsProps {
  one: Difference;
  labels: ReadonlyMap<string, string>;
  direction: "better" | "worse";
}

function Flips({ one, labels, direction }: FlipsProps) {
  const query = useFlips(one.first, one.second, direction);
  return (
    <Loaded query={query} name={words.title}>
      {({ pages }) => {
        const flips = pages.flatMap((page) => page.flips);
        if (flips.length === 0) return <p className="text-dim">{words.none[direction]}</p>;
        return (
          <>
            <Table aria-label={words.title}>
              <thead>
                <tr>
                  <HeadCell className="min-w-44">{words.sample}</HeadCell>
                  {[one.first, one.second].map((entry) => {
                    const [name = entry, ...rest] = (labels.get(entry) ?? entry).split(" · ");
                    return (
                      <HeadCell key={entry}>
                        <LineHead
                          modelId={partsOf(entry).modelId}
                          name={name}
                          prompt={rest.length > 0 ? rest.join(" · ") : undefined}
                        />
                      </HeadCell>
                    );
                  })}
                  <HeadCell className="text-right">{words.change}</HeadCell>
                </tr>
              </thead>
              <tbody>
                {flips.map((flip) => (
                  <FlipLine key={flip.sample_id} flip={flip} one={one} />
                ))}
              </tbody>
            </Table>
            <MoreButton query={query} />
          </>
        );
      }}
    </Loaded>
  );
}

function FlipLine({ flip, one }: { flip: Flip; one: Difference }) {
  return (
    <Row>
      <Cell className="w-full max-w-0 min-w-44 whitespace-normal">
        <SampleLink entry={one.second} position={flip.second_position} stretched>
          {flip.excerpt || flip.sample_id}
        </SampleLink>
      </Cell>
      <Cell>
        <SampleLink entry={one.first} position={flip.first_position}>
          <OutcomeMark outcome={flip.first.outcome} />
        </SampleLink>
      </Cell>
      <Cell>
        <OutcomeMark outcome={flip.second.outcome} />
      </Cell>
      <Cell className="text-right font-medium tabular-nums">{formatChange(flip.change)}</Cell>
    </Row>
  );
}

interface SampleLinkProps {
  entry: string;
  position: number;
  stretched?: boolean;
  children: ReactNode;
}

/** If both sides come from different runs, each mark links to its own run. */
function SampleLink({ entry, position, stretched = false, children }: SampleLinkProps) {
  return (
    <Link
      to="/benchmarks/runs/$runId/samples/$position"
      params={{ runId: partsOf(entry).runId, position: String(position) }}
      className={
        stretched
          ? "line-clamp-2 wrap-anywhere after:absolute after:inset-0"
          : "relative z-10 inline-grid place-items-center rounded-full max-md:size-10"
      }
    >
      {children}
    </Link>
  );
}
