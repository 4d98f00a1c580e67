import { Component, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { appStrings } from "./strings";

/** Catches errors outside of pages and shows a message with a way to continue. */
export class CrashBoundary extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  override render() {
    if (!this.state.crashed) return this.props.children;
    const { title, detail, reload } = appStrings.crashed;
    return (
      <main className="flex min-h-dvh flex-col items-center justify-center">
        <ErrorState heading="h1" title={title} detail={detail} />
        <Button variant="primary" onClick={() => window.location.reload()}>
          {reload}
        </Button>
      </main>
    );
  }
}
