import { createRootRoute, Outlet, useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { AppFrame } from "@/components/layouts/app-frame";
import { MeInSheet, MeMenu } from "@/features/account/components/me-menu";
import { DemoBanner } from "@/features/site/components/demo-banner";
import { SiteFoot } from "@/features/site/components/site-foot";
import { useCommandKey, usePlainKeys } from "@/lib/hotkey";
import { usePlaces } from "../places";
import { SidebarSessions } from "../sidebar-sessions";

const loadPalette = () => import("../command-palette");
const CommandPalette = lazy(() =>
  loadPalette().then((module) => ({ default: module.CommandPalette })),
);
const ShortcutsDialog = lazy(() =>
  import("../shortcuts-dialog").then((module) => ({ default: module.ShortcutsDialog })),
);

export const rootRoute = createRootRoute({ component: Root });

function Root() {
  const navigate = useNavigate();
  const places = usePlaces();
  const palette = useLazyOpen();
  const shortcuts = useLazyOpen();
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
        me={<MeMenu />}
        meInSheet={(onGo) => <MeInSheet onGo={onGo} />}
        notice={<DemoBanner />}
        onOpenSearch={() => palette.show(true)}
        onNearSearch={loadPalette}
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

/** Something that is loaded when it is first opened. */
function useLazyOpen() {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const show = (next: boolean) => {
    setWanted(true);
    setOpen(next);
  };
  return { open, wanted, show };
}
