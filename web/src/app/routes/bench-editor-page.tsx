import { getRouteApi } from "@tanstack/react-router";
import { useSuite } from "@/features/benchmarks/api/suites";
import { EditorAccess, NotYours } from "@/features/benchmarks/components/editor/editor-access";
import { EditorView } from "@/features/benchmarks/components/editor/editor-view";
import { Loaded } from "@/features/benchmarks/components/parts/loaded";
import type { EditorSearch } from "@/features/benchmarks/fns/editor-search";
import { editorStrings } from "@/features/benchmarks/fns/editor-strings";
import { suiteStrings } from "@/features/benchmarks/fns/suite-strings";
import { suiteTitle } from "@/features/benchmarks/fns/suites-shown";
import { useContestants } from "@/features/models/api/list-contestants";
import { usePageTitle } from "@/lib/page-title";

const newRoute = getRouteApi("/benchmarks/suites/new");
const editRoute = getRouteApi("/benchmarks/suites/$suiteId/edit");

export function BenchNewSuitePage() {
  usePageTitle(editorStrings.newTitle);
  const search = newRoute.useSearch();
  const navigate = newRoute.useNavigate();
  const models = useContestants().data ?? [];
  const onSearch = (next: EditorSearch) => navigate({ search: next });
  const copied = useSuite(search.from);
  const editor = { search, onSearch, models };
  return (
    <EditorAccess>
      {search.from ? (
        <Loaded query={copied} name={suiteStrings.name}>
          {(suite) => <EditorView {...editor} copied={suite} />}
        </Loaded>
      ) : (
        <EditorView {...editor} />
      )}
    </EditorAccess>
  );
}

export function BenchEditSuitePage() {
  const { suiteId } = editRoute.useParams();
  const search = editRoute.useSearch();
  const navigate = editRoute.useNavigate();
  const models = useContestants().data ?? [];
  const query = useSuite(suiteId);
  const title = query.data ? suiteTitle(query.data.spec) : "";
  usePageTitle(editorStrings.editTitle(title));
  return (
    <Loaded query={query} name={suiteStrings.name}>
      {(suite) =>
        suite.may_change ? (
          <EditorView
            // The key keeps the editor and its draft when a newer version is loaded.
            key={suite.suite_id}
            suite={suite}
            search={search}
            onSearch={(next) => navigate({ search: next })}
            models={models}
          />
        ) : (
          <NotYours suite={suite} />
        )
      }
    </Loaded>
  );
}
