import { Link, useLocation, useNavigate } from "@tanstack/react-router";
import { LogOut, Settings } from "lucide-react";
import { ActionMenu } from "@/components/ui/action-menu";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { $api } from "@/lib/api-client";
import { isVisitor, type Me } from "../api/me";
import { initialsOf } from "../fns/device-words";
import { parseEntrySearch } from "../fns/next-page";
import { accountStrings } from "../fns/strings";
import { useSignOut } from "../hooks/use-identity-change";

const words = accountStrings.menu;

/** The account menu at the top right of every page. */
export function AccountMenu() {
  const { data: me, isPending } = $api.useQuery("get", "/api/me");
  const navigate = useNavigate();
  const signOut = useSignOut();
  if (isPending) return <Skeleton className="size-8 rounded-full" />;
  if (!me) return null;
  if (isVisitor(me)) {
    return (
      <>
        <SettingsLink />
        <AuthLinks me={me} />
      </>
    );
  }
  return (
    <ActionMenu
      label={words.label}
      align="end"
      header={<Person me={me} />}
      trigger={
        <button type="button" className="grid size-10 place-items-center rounded-full md:size-9">
          <Initials me={me} />
          <span className="sr-only">{words.open(me.name || (me.email ?? ""))}</span>
        </button>
      }
      actions={[
        {
          label: words.settings,
          icon: Settings,
          onSelect: () => navigate({ to: "/settings" }),
        },
        { label: words.signOut, icon: LogOut, onSelect: signOut },
      ]}
    />
  );
}

/** The account menu in the sheet of a phone. */
export function AccountInSheet({ onGo }: { onGo: () => void }) {
  const { data: me } = $api.useQuery("get", "/api/me");
  const signOut = useSignOut();
  if (!me) return null;
  if (isVisitor(me)) {
    return (
      <div className="flex items-center gap-2 border-t border-line px-2.5 pt-3">
        <AuthLinks me={me} onGo={onGo} />
        <SettingsLink onGo={onGo} />
      </div>
    );
  }
  return (
    <div className="flex flex-col border-t border-line pt-3">
      <div className="flex items-center gap-2.5 px-2.5">
        <Initials me={me} />
        <Person me={me} />
      </div>
      <div className="mt-1 flex gap-1 px-1">
        <Button asChild variant="ghost">
          <Link to="/settings" onClick={onGo}>
            {words.settings}
          </Link>
        </Button>
        <Button
          variant="ghost"
          onClick={() => {
            onGo();
            signOut();
          }}
        >
          {words.signOut}
        </Button>
      </div>
    </div>
  );
}

function SettingsLink({ onGo }: { onGo?: () => void }) {
  return (
    <Button asChild variant="ghost" size="icon" className="-ml-2 max-md:ml-auto md:max-lg:hidden">
      <Link to="/settings" aria-label={words.settings} {...(onGo ? { onClick: onGo } : {})}>
        <Settings aria-hidden="true" />
      </Link>
    </Button>
  );
}

function Initials({ me }: { me: Me }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-8 shrink-0 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent-strong"
    >
      {initialsOf(me)}
    </span>
  );
}

function Person({ me }: { me: Me }) {
  return (
    <div className="min-w-0 max-w-60">
      <p className="truncate font-medium">{me.name || me.email}</p>
      <p className="truncate text-xs text-dim">
        {me.name && me.email ? `${me.email} · ` : ""}
        {accountStrings.roles[me.kind]}
      </p>
    </div>
  );
}

/** Links to sign in and sign up for visitors, who then return to this page. */
function AuthLinks({ me, onGo }: { me: Me; onGo?: () => void }) {
  const { href } = useLocation();
  const search = parseEntrySearch({ next: href });
  const go = onGo ? { onClick: onGo } : {};
  return (
    <>
      <Button asChild variant={me.sign_up === "open" ? "ghost" : "outline"} className="md:h-8">
        <Link to="/sign-in" search={search} {...go}>
          {words.signIn}
        </Link>
      </Button>
      {me.sign_up === "open" && (
        <Button asChild variant="primary" className="md:h-8 md:max-lg:hidden">
          <Link to="/sign-up" search={search} {...go}>
            {words.signUp}
          </Link>
        </Button>
      )}
    </>
  );
}
