import { FileDown, FileUp, FolderCog, Plus } from "lucide-react";
import { useState } from "react";
import { ActionMenu } from "@/components/ui/action-menu";
import { Button } from "@/components/ui/button";
import { PageHead } from "@/components/ui/page-head";
import { Segmented } from "@/components/ui/segmented";
import { modelStrings as words } from "../../fns/model-strings";
import { type ModelsSearch, SHOWN } from "../../fns/models-search";
import { StartBanner } from "../start/start-banner";
import { FoundList } from "./found-list";
import { ImportDialog } from "./import-dialog";
import { AddModelDrawer } from "./model-add-drawer";
import { ModelsList } from "./models-list";
import { ProvidersList } from "./providers-list";

interface ModelsViewProps {
  search: ModelsSearch;
  onSearch: (search: ModelsSearch) => void;
}

export function ModelsView({ search, onSearch }: ModelsViewProps) {
  const [open, setOpen] = useState<"add" | "import">();
  const show = search.show ?? "models";
  const close = () => setOpen(undefined);
  return (
    <div className="flex flex-col gap-4">
      <PageHead
        title={words.title}
        lead={words.lead}
        tools={<Tools onAdd={() => setOpen("add")} onImport={() => setOpen("import")} />}
      />
      <StartBanner />
      <div className="-mx-4 overflow-x-auto px-4 [scrollbar-width:none]">
        <Segmented
          label={words.show}
          value={show}
          onChange={(next) => onSearch(next === "models" ? {} : { show: next })}
          options={SHOWN.map((value) => ({ value, label: words.tabs[value] }))}
        />
      </div>
      {show === "models" && <ModelsList search={search} onSearch={onSearch} />}
      {show === "providers" && <ProvidersList />}
      {show === "found" && <FoundList />}
      {open === "add" && <AddModelDrawer onClose={close} />}
      {open === "import" && <ImportDialog onClose={close} />}
    </div>
  );
}

function Tools({ onAdd, onImport }: { onAdd: () => void; onImport: () => void }) {
  return (
    <>
      <ActionMenu
        label={words.file}
        trigger={
          <Button>
            <FolderCog aria-hidden="true" />
            {words.file}
          </Button>
        }
        actions={[
          { label: words.importFile, icon: FileUp, onSelect: onImport },
          { label: words.export, icon: FileDown, href: "/api/admin/catalog-file" },
        ]}
      />
      <Button variant="primary" onClick={onAdd}>
        <Plus aria-hidden="true" />
        {words.add}
      </Button>
    </>
  );
}
