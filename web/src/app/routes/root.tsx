import { createRootRoute, Outlet, useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { AppFrame } from "@/components/layouts/app-frame";
import { toast } from "@/components/ui/toast-store";
import { AccountInSheet, AccountMenu } from "@/features/account/components/account-menu";
import { DemoBanner } from "@/features/site/components/demo-banner";
import { SiteFoot } from "@/features/site/components/site-foot";
import { useCommandKey, usePlainKeys } from "@/lib/hotkey";
import { loadPart } from "@/lib/load-part";
import { describeFailure } from "@/lib/problem";
import { useNavItems } from "../navigation";
import { SidebarSessions } from "../sidebar-sessions";

const loadPalette = () => import("../command-palette");
const CommandPalette = lazy(() =>
  loadPalette().then((module) => ({ default: module.CommandPalette })),
);
const loadShortcuts = () => import("../shortcuts-dialog");
const ShortcutsDialog = lazy(() =>
  loadShortcuts().then((module) => ({ default: module.ShortcutsDialog })),
);

export const rootRoute = createRootRoute({ component: Root });

function Root() {
  const navigate = useNavigate();
  const places = useNavItems();
  const palette = useLazyOpen(loadPalette);
  const shortcuts = useLazyOpen(loadShortcuts);
  useCommandKey("k", () => palette.show(!palette.open));
  usePlainKeys((key) => {
    if (key === "?") shortcuts.show(true);
    else if (key === "n") navigate({ to: "/" });
    return key === "?" || key === "n";
  });

  return (
    <>
      <AppFrame
        places={places}
        below={(onGo) => <SidebarSessions onGo={onGo} />}
        foot={<SiteFoot />}
        me={<AccountMenu />}
        meInSheet={(onGo) => <AccountInSheet onGo={onGo} />}
        notice={<DemoBanner />}
        onOpenSearch={() => palette.show(true)}
        onNearSearch={() => loadPalette().catch(() => undefined)}
      >
        <Outlet />
      </AppFrame>
      {palette.wanted && (
        <Suspense>
          <CommandPalette
            open={palette.open}
            onOpenChange={palette.show}
            onShowShortcuts={() => shortcuts.show(true)}
          />
        </Suspense>
      )}
      {shortcuts.wanted && (
        <Suspense>
          <ShortcutsDialog open={shortcuts.open} onOpenChange={shortcuts.show} />
        </Suspense>
      )}
    </>
  );
}

/** Loads a component when it is first opened. If loading fails, the page stays as it is. */
function useLazyOpen(load: () => Promise<unknown>) {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const show = (next: boolean) => {
    if (!next || wanted) {
      setOpen(next);
      return;
    }
    loadPart(load).then(
      () => {
        setWanted(true);
        setOpen(true);
      },
      (failure) => toast(describeFailure(failure)),
    );
  };
  return { open, wanted, show };
}
