import { MessageSquare } from "lucide-react";
import { CommandGroup, CommandItem } from "@/components/ui/command";
import { useSessions } from "../api/list-sessions";
import type { SessionRow } from "../api/session";
import { sessionsStrings } from "../fns/strings";

/** The latest chats as entries of the command palette. */
export function SessionCommands({ onChoose }: { onChoose: (session: SessionRow) => void }) {
  const sessions = useSessions("").data?.pages.flatMap((page) => page.sessions) ?? [];
  if (sessions.length === 0) return null;
  return (
    <CommandGroup heading={sessionsStrings.heading}>
      {sessions.map((session) => (
        <CommandItem
          key={session.session_id}
          value={`session ${session.session_id}`}
          keywords={[session.title]}
          icon={MessageSquare}
          onSelect={() => onChoose(session)}
        >
          <span className="truncate">{session.title || sessionsStrings.untitled}</span>
        </CommandItem>
      ))}
    </CommandGroup>
  );
}
