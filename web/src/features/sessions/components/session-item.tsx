import { Link } from "@tanstack/react-router";
import { Download, Ellipsis, FileJson, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { ActionMenu } from "@/components/ui/action-menu";
import { toast } from "@/components/ui/toast-store";
import { cn } from "@/lib/cn";
import { isComposing } from "@/lib/hotkey";
import { describeFailure } from "@/lib/problem";
import { useRemoveSession, useRenameSession, useRestoreSession } from "../api/change-session";
import type { SessionRow } from "../api/session";
import { sessionsStrings } from "../fns/strings";

const words = sessionsStrings;
const UNDO_MS = 10_000;

interface SessionItemProps {
  session: SessionRow;
  active: boolean;
  onGo?: (() => void) | undefined;
  onActiveRemoved: () => () => void;
}

export function SessionItem({ session, active, onGo, onActiveRemoved }: SessionItemProps) {
  const [renaming, setRenaming] = useState(false);
  const rename = useRenameSession();
  const remove = useRemove(session);
  const saved = rename.isPending ? rename.variables.title : session.title;
  const title = saved || words.untitled;

  if (remove.gone) return null;
  if (renaming) {
    return (
      <TitleField
        title={session.title}
        onDone={(next) => {
          setRenaming(false);
          if (!next || next === session.title) return;
          rename.mutate(
            { sessionId: session.session_id, title: next },
            { onError: (error) => showError(words.renameFailed, error) },
          );
        }}
      />
    );
  }
  return (
    <li
      className={cn(
        "group relative flex items-center rounded-lg text-[13px] text-dim hover:bg-soft hover:text-ink",
        active && "bg-soft text-ink",
      )}
    >
      <SessionLink session={session} active={active} title={title} onGo={onGo} />
      <ActionMenu
        label={words.options(title)}
        trigger={
          <button
            type="button"
            aria-label={words.options(title)}
            className="absolute right-1 grid size-10 place-items-center rounded-md text-faint hover:text-ink md:size-7 md:opacity-0 md:group-hover:opacity-100 md:focus-visible:opacity-100 md:data-[state=open]:opacity-100"
          >
            <Ellipsis aria-hidden="true" className="size-4" />
          </button>
        }
        actions={[
          { label: words.rename, icon: Pencil, onSelect: () => setRenaming(true) },
          {
            label: words.exportMarkdown,
            icon: Download,
            href: exportAddress(session.session_id, "markdown"),
          },
          {
            label: words.exportJson,
            icon: FileJson,
            href: exportAddress(session.session_id, "json"),
          },
          {
            label: words.remove,
            icon: Trash2,
            onSelect: () => remove.run(() => (active ? onActiveRemoved() : undefined)),
          },
        ]}
      />
    </li>
  );
}

interface SessionLinkProps {
  session: SessionRow;
  active: boolean;
  title: string;
  onGo: (() => void) | undefined;
}

function SessionLink({ session, active, title, onGo }: SessionLinkProps) {
  const look = "min-w-0 flex-1 truncate rounded-lg py-2.5 pr-10 pl-2.5 md:py-[5px] md:pr-8";
  const common = {
    className: look,
    dir: "auto",
    title,
    "aria-current": active ? ("page" as const) : undefined,
    ...(onGo ? { onClick: onGo } : {}),
  };
  return session.latest_battle_id ? (
    <Link to="/battles/$battleId" params={{ battleId: session.latest_battle_id }} {...common}>
      {title}
    </Link>
  ) : (
    <Link to="/sessions/$sessionId" params={{ sessionId: session.session_id }} {...common}>
      {title}
    </Link>
  );
}

function TitleField({ title, onDone }: { title: string; onDone: (title: string) => void }) {
  const [text, setText] = useState(title);
  return (
    <li>
      <input
        // biome-ignore lint/a11y/noAutofocus: the field appears on request.
        autoFocus
        aria-label={words.titleField}
        dir="auto"
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={() => onDone(text.trim())}
        onKeyDown={(event) => {
          if (isComposing(event.nativeEvent)) return;
          if (event.key === "Enter") onDone(text.trim());
          if (event.key === "Escape") onDone(title);
        }}
        className="h-10 w-full rounded-lg border border-accent bg-panel px-2.5 text-base outline-none md:h-8 md:text-[13px]"
      />
    </li>
  );
}

/** Removes a chat from the list at once; can be undone for ten seconds. */
function useRemove(session: SessionRow) {
  const [gone, setGone] = useState(false);
  const remove = useRemoveSession();
  const restore = useRestoreSession();
  const undo = (comeBack: (() => void) | undefined) =>
    restore.mutateAsync(session.session_id).then(
      () => {
        setGone(false);
        comeBack?.();
      },
      (error: unknown) => showError(words.restoreFailed, error),
    );
  const run = async (onGone: () => (() => void) | undefined) => {
    setGone(true);
    try {
      await remove.mutateAsync(session.session_id);
      const comeBack = onGone();
      toast({
        title: words.removed(session.title || words.untitled),
        action: { label: words.undo, onPress: () => undo(comeBack) },
        duration: UNDO_MS,
      });
    } catch (error) {
      setGone(false);
      showError(words.removeFailed, error);
    }
  };
  return { gone, run };
}

function showError(title: string, error: unknown): void {
  const { title: what, detail, requestId } = describeFailure(error);
  toast({ title, detail: detail ?? what, requestId });
}

const exportAddress = (sessionId: string, format: string): string =>
  `/api/sessions/${encodeURIComponent(sessionId)}/export?format=${format}`;
