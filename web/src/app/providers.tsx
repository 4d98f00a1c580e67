import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { ToastRegion } from "@/components/ui/toast";
import { toast } from "@/components/ui/toast-store";
import { TooltipProvider } from "@/components/ui/tooltip";
import { watchSignIn } from "@/features/account/fns/watch-sign-in";
import { live } from "@/lib/live";
import { startTheme } from "@/lib/theme";
import { CrashBoundary } from "./crash-boundary";
import { appStrings } from "./strings";

export function Providers({ queries, children }: { queries: QueryClient; children: ReactNode }) {
  useEffect(startTheme, []);
  useEffect(() => {
    const ends = [
      live.onResync(() => queries.invalidateQueries()),
      live.onError((detail) => toast({ title: appStrings.liveProblem, detail })),
      live.start(),
      watchSignIn(queries),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [queries]);

  return (
    <CrashBoundary>
      <QueryClientProvider client={queries}>
        <TooltipProvider>{children}</TooltipProvider>
        <ToastRegion />
      </QueryClientProvider>
    </CrashBoundary>
  );
}
