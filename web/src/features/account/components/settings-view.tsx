import { Link } from "@tanstack/react-router";
import { type ComponentType, useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { $api } from "@/lib/api-client";
import { cn } from "@/lib/cn";
import { describeFailure } from "@/lib/problem";
import { isVisitor, type Me } from "../api/me";
import { settingsStrings } from "../fns/settings-strings";
import { accountStrings } from "../fns/strings";
import { type Tab, tabsOf } from "../fns/tabs";
import { AppearanceTab } from "./appearance-tab";
import { DataTab } from "./data-tab";
import { DevicesTab } from "./devices-tab";
import { KeysTab } from "./keys-tab";
import { PasswordTab } from "./password-tab";
import { ProfileTab } from "./profile-tab";
import { TokensTab } from "./tokens-tab";

const PARTS: Record<Tab, ComponentType<{ me: Me }>> = {
  profile: ProfileTab,
  password: PasswordTab,
  devices: DevicesTab,
  tokens: TokensTab,
  keys: KeysTab,
  appearance: AppearanceTab,
  data: DataTab,
};

export function SettingsView({ wanted }: { wanted: Tab | undefined }) {
  const { data: me, error, refetch } = $api.useQuery("get", "/api/me");
  if (error && !me) {
    return <ErrorState heading="h1" {...describeFailure(error)} onRetry={() => refetch()} />;
  }
  const tabs = me ? tabsOf(me) : [];
  const tab = tabs.find((one) => one === wanted) ?? tabs[0];
  const Part = tab && PARTS[tab];
  return (
    <div className="mx-auto flex max-w-4xl flex-col gap-5">
      <h1 className="text-[22px] leading-tight font-semibold tracking-tight">
        {settingsStrings.title}
      </h1>
      {me && isVisitor(me) && <Invitation me={me} />}
      {me && Part ? (
        <div className="flex flex-col gap-5 md:flex-row md:gap-8">
          <TabLinks tabs={tabs} current={tab} />
          <div className="min-w-0 flex-1">
            <Part key={tab} me={me} />
          </div>
        </div>
      ) : (
        <Loading />
      )}
    </div>
  );
}

function TabLinks({ tabs, current }: { tabs: readonly Tab[]; current: Tab }) {
  const nav = useRef<HTMLElement>(null);
  // Phones show only a few tabs at a time.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is at another place in the row.
  useEffect(() => {
    nav.current
      ?.querySelector('[aria-current="page"]')
      ?.scrollIntoView({ inline: "center", block: "nearest" });
  }, [current]);
  return (
    <nav
      ref={nav}
      aria-label={settingsStrings.nav}
      className="-mx-4 flex shrink-0 gap-0.5 overflow-x-auto px-4 md:mx-0 md:w-44 md:flex-col md:overflow-visible md:px-0"
    >
      {tabs.map((tab) => (
        <Link
          key={tab}
          to="/settings"
          search={{ tab }}
          aria-current={tab === current ? "page" : undefined}
          resetScroll={false}
          className={cn(
            "flex h-10 shrink-0 items-center rounded-lg px-3 font-medium whitespace-nowrap text-dim transition-colors hover:bg-soft hover:text-ink md:h-9",
            tab === current && "bg-soft text-ink",
          )}
        >
          {settingsStrings.tabs[tab]}
        </Link>
      ))}
    </nav>
  );
}

function Invitation({ me }: { me: Me }) {
  const { title, detail } = settingsStrings.visitor;
  const search = { next: "/settings" };
  return (
    <Card className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
      <div className="min-w-0 flex-1 basis-72">
        <h2 className="font-semibold">{title}</h2>
        <p className="text-dim">{detail}</p>
      </div>
      <div className="flex gap-2">
        <Button asChild variant={me.sign_up === "open" ? "outline" : "primary"}>
          <Link to="/sign-in" search={search}>
            {accountStrings.menu.signIn}
          </Link>
        </Button>
        {me.sign_up === "open" && (
          <Button asChild variant="primary">
            <Link to="/sign-up" search={search}>
              {accountStrings.menu.signUp}
            </Link>
          </Button>
        )}
      </div>
    </Card>
  );
}

function Loading() {
  return (
    <div aria-busy="true" className="flex flex-col gap-5 md:flex-row md:gap-8">
      <p role="status" className="sr-only">
        {accountStrings.loading}
      </p>
      <div className="flex gap-3 md:w-44 md:flex-col">
        <Skeleton className="h-8 w-24" />
        <Skeleton className="h-8 w-20" />
        <Skeleton className="h-8 w-24" />
      </div>
      <Skeleton className="h-72 flex-1 rounded-card" />
    </div>
  );
}
