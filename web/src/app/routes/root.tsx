import { createRootRoute, Outlet } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { AppFrame } from "@/components/layouts/app-frame";
import { SiteFoot } from "@/features/site/components/site-foot";
import { useCommandKey } from "@/lib/hotkey";
import { places } from "../places";

const loadPalette = () => import("../command-palette");
const CommandPalette = lazy(() =>
  loadPalette().then((module) => ({ default: module.CommandPalette })),
);

export const rootRoute = createRootRoute({ component: Root });

function Root() {
  const [paletteOpen, setPaletteOpen] = useState(false);
  const [paletteWanted, setPaletteWanted] = useState(false);
  const show = (open: boolean) => {
    setPaletteWanted(true);
    setPaletteOpen(open);
  };
  useCommandKey("k", () => show(!paletteOpen));

  return (
    <>
      <AppFrame
        places={places}
        foot={<SiteFoot />}
        onOpenSearch={() => show(true)}
        onNearSearch={loadPalette}
      >
        <Outlet />
      </AppFrame>
      {paletteWanted && (
        <Suspense>
          <CommandPalette open={paletteOpen} onOpenChange={show} />
        </Suspense>
      )}
    </>
  );
}
