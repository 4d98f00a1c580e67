import { PageLinks } from "@/components/layouts/page-links";
import { benchStrings } from "../../fns/strings";

const words = benchStrings.nav;

const PAGES = [
  ["overview", "/benchmarks"],
  ["compare", "/benchmarks/compare"],
  ["board", "/benchmarks/board"],
] as const;

/** Links to the pages of the benchmarks. */
export function BenchNav({ current }: { current: (typeof PAGES)[number][0] }) {
  return <PageLinks label={words.label} pages={PAGES} names={words} current={current} />;
}
