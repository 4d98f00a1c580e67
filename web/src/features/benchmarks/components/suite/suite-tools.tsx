import { Link, useNavigate } from "@tanstack/react-router";
import {
  Archive,
  ArchiveRestore,
  Copy,
  Ellipsis,
  FileDown,
  Pencil,
  Play,
  Table2,
} from "lucide-react";
import { ActionMenu } from "@/components/ui/action-menu";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast-store";
import { $api } from "@/lib/api-client";
import type { Suite } from "../../api/bench";
import { useArchiveSuite, useRestoreSuite } from "../../api/suites";
import { benchStrings } from "../../fns/strings";
import { suiteStrings as words } from "../../fns/suite-strings";
import { suiteTitle } from "../../fns/suites-shown";

const UNDO_MS = 10_000;

export function SuiteTools({ suite }: { suite: Suite }) {
  const mayWrite = $api.useQuery("get", "/api/bench/suites").data?.may_write === true;
  const newest = suite.versions[0]?.number;
  return (
    <div className="flex flex-wrap gap-2">
      <MoreMenu suite={suite} mayWrite={mayWrite} />
      {suite.may_change && !suite.archived && (
        <Button asChild>
          <Link to="/benchmarks/suites/$suiteId/edit" params={{ suiteId: suite.suite_id }}>
            <Pencil aria-hidden="true" />
            {words.edit}
          </Link>
        </Button>
      )}
      {mayWrite && !suite.archived && (
        <Button asChild variant="primary">
          <Link
            to="/benchmarks/new-run"
            search={{
              suite: suite.suite_id,
              ...(suite.number === newest ? {} : { version: suite.number }),
            }}
          >
            <Play aria-hidden="true" />
            {words.run}
          </Link>
        </Button>
      )}
    </div>
  );
}

function MoreMenu({ suite, mayWrite }: { suite: Suite; mayWrite: boolean }) {
  const navigate = useNavigate();
  const { archive, restore } = useArchiveActions(suite);
  const copy = {
    label: words.copy,
    icon: Copy,
    onSelect: () => navigate({ to: "/benchmarks/suites/new", search: { from: suite.suite_id } }),
  };
  const rest = suite.archived
    ? { label: words.restore, icon: ArchiveRestore, onSelect: restore }
    : { label: words.archive, icon: Archive, onSelect: archive };
  const file = `/api/bench/suites/${suite.suite_id}/file?version=${suite.number}`;
  return (
    <ActionMenu
      label={words.more}
      align="end"
      trigger={
        <Button size="icon">
          <Ellipsis aria-hidden="true" />
          <span className="sr-only">{words.more}</span>
        </Button>
      }
      actions={[
        { label: words.download, icon: FileDown, href: file },
        // The file of a large suite does not contain its samples.
        { label: words.downloadSamples, icon: Table2, href: `${file}&part=samples` },
        ...(mayWrite ? [copy] : []),
        ...(suite.may_change ? [rest] : []),
      ]}
    />
  );
}

function useArchiveActions(suite: Suite) {
  const away = useArchiveSuite();
  const back = useRestoreSuite();
  const name = suiteTitle(suite.spec);
  const restore = () =>
    back.mutate(suite.suite_id, { onSuccess: () => toast({ title: words.restored(name) }) });
  const archive = () =>
    away.mutate(suite.suite_id, {
      onSuccess: () =>
        toast({
          title: words.archived(name),
          duration: UNDO_MS,
          action: { label: benchStrings.undo, onPress: restore },
        }),
    });
  return { archive, restore };
}
