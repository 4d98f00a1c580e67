import { Link } from "@tanstack/react-router";
import { Boxes, SearchX } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Hint } from "@/components/ui/hint";
import { SearchBox } from "@/components/ui/search-box";
import { Select } from "@/components/ui/select";
import { HeadCell, Table } from "@/components/ui/table";
import { $api } from "@/lib/api-client";
import { present } from "@/lib/search-params";
import { useDraft } from "@/lib/use-draft";
import { useLive } from "@/lib/use-live";
import type { AdminModel } from "../../api/models";
import { modelStrings as words } from "../../fns/model-strings";
import { type ModelsSearch, STATUSES, shownModels } from "../../fns/models-search";
import { adminStrings } from "../../fns/strings";
import { Loaded } from "../parts/loaded";
import { ModelEditDrawer } from "./model-edit-drawer";
import { ModelRow } from "./model-row";
import { RetireDialog } from "./retire-dialog";
import { TestDialog } from "./test-dialog";

interface ModelsListProps {
  search: ModelsSearch;
  onSearch: (search: ModelsSearch) => void;
}

interface OpenDialog {
  what: "retire" | "test";
  model: AdminModel;
}

export function ModelsList({ search, onSearch }: ModelsListProps) {
  const query = $api.useQuery("get", "/api/admin/models");
  // Health changes are announced on the topic of the models.
  useLive("models", () => query.refetch());
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  return (
    <div className="flex flex-col gap-4">
      <Filters search={search} onSearch={onSearch} />
      <Loaded query={query} name={words.title}>
        {({ models }) => {
          const edited = models.find((model) => model.model_id === search.model);
          return (
            <>
              <Shown
                models={models}
                search={search}
                onSearch={onSearch}
                onAsk={(what, model) => setDialog({ what, model })}
              />
              {edited && (
                <ModelEditDrawer
                  key={edited.model_id}
                  model={edited}
                  onClose={() => onSearch(present({ ...search, model: undefined }))}
                />
              )}
            </>
          );
        }}
      </Loaded>
      {dialog?.what === "retire" && <RetireDialog model={dialog.model} onClose={close} />}
      {dialog?.what === "test" && <TestDialog model={dialog.model} onClose={close} />}
    </div>
  );
}

function Filters({ search, onSearch }: ModelsListProps) {
  const [draft, setDraft] = useDraft(search.q ?? "", (q) => onSearch(present({ ...search, q })));
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2.5">
      <SearchBox label={words.search} value={draft} onChange={setDraft} />
      <Select
        aria-label={words.status}
        value={search.status ?? ""}
        onChoose={(status) => onSearch(present({ ...search, status: status || undefined }))}
        choices={[
          { value: "", label: words.anyStatus },
          ...STATUSES.map((value) => ({ value, label: words.statuses[value] })),
        ]}
      />
    </div>
  );
}

interface ShownProps extends ModelsListProps {
  models: readonly AdminModel[];
  onAsk: (what: OpenDialog["what"], model: AdminModel) => void;
}

function Shown({ models, search, onSearch, onAsk }: ShownProps) {
  const shown = shownModels(models, search);
  if (models.length === 0) {
    return (
      <EmptyState
        icon={Boxes}
        title={words.empty.title}
        action={
          <Button asChild variant="primary">
            <Link to="/start" search={{ step: "connect" }}>
              {words.empty.action}
            </Link>
          </Button>
        }
      >
        {words.empty.detail}
      </EmptyState>
    );
  }
  if (shown.length === 0) {
    return (
      <EmptyState
        icon={SearchX}
        title={words.noMatch.title}
        action={<Button onClick={() => onSearch({})}>{adminStrings.clear}</Button>}
      >
        {words.noMatch.detail}
      </EmptyState>
    );
  }
  return (
    <Table>
      <Head />
      <tbody>
        {shown.map((model) => (
          <ModelRow
            key={model.model_id}
            model={model}
            onEdit={() => onSearch({ ...search, model: model.model_id })}
            onAsk={(what) => onAsk(what, model)}
          />
        ))}
      </tbody>
    </Table>
  );
}

function Head() {
  const { columns } = words;
  return (
    <thead>
      <tr>
        <HeadCell>{columns.model}</HeadCell>
        <HeadCell className="max-sm:hidden">{columns.health}</HeadCell>
        <HeadCell className="max-md:hidden">
          <Hint content={words.weight.hint}>{columns.weight}</Hint>
        </HeadCell>
        <HeadCell className="text-right max-lg:hidden">
          <Hint content={words.priceHint}>{columns.price}</Hint>
        </HeadCell>
        <HeadCell className="max-lg:hidden">{columns.source}</HeadCell>
        <HeadCell>
          <span className="sr-only">{adminStrings.actions}</span>
        </HeadCell>
      </tr>
    </thead>
  );
}
