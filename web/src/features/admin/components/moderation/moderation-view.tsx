import { PageHead } from "@/components/ui/page-head";
import { Segmented } from "@/components/ui/segmented";
import { formatCount } from "@/lib/format";
import { useFlags } from "../../api/moderation";
import { type ModerationSearch, TABS } from "../../fns/moderation-search";
import { moderationStrings as words } from "../../fns/moderation-strings";
import { FlagDrawer } from "./flag-drawer";
import { FlagsList } from "./flags-list";
import { WordList } from "./word-list";

interface ModerationViewProps {
  search: ModerationSearch;
  onSearch: (search: ModerationSearch) => void;
}

export function ModerationView({ search, onSearch }: ModerationViewProps) {
  const tab = search.tab ?? "open";
  const counts = useFlags("open").data?.pages[0]?.counts;
  const withTab = (flag?: string): ModerationSearch => ({
    ...(search.tab ? { tab: search.tab } : {}),
    ...(flag ? { flag } : {}),
  });
  return (
    <div className="flex flex-col gap-4">
      <PageHead title={words.title} lead={words.lead} />
      <div className="-mx-4 overflow-x-auto px-4 [scrollbar-width:none]">
        <Segmented
          label={words.tabs.label}
          value={tab}
          onChange={(next) => onSearch(next === "open" ? {} : { tab: next })}
          options={TABS.map((value) => ({
            value,
            label:
              counts && value !== "words"
                ? words.count(words.tabs[value], formatCount(counts[value]))
                : words.tabs[value],
          }))}
        />
      </div>
      {tab === "words" ? (
        <WordList />
      ) : (
        <FlagsList key={tab} status={tab} onOpen={(flag) => onSearch(withTab(flag))} />
      )}
      {search.flag && <FlagDrawer flagId={search.flag} onClose={() => onSearch(withTab())} />}
    </div>
  );
}
