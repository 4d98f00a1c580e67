import { type ComponentType, type FunctionComponent, use, useState } from "react";
import { ErrorState } from "@/components/ui/error-state";
import { whyPageMissing } from "@/lib/load-part";
import { usePageTitle } from "@/lib/page-title";
import { describeFailure, type Problem } from "@/lib/problem";

type LazyPage = FunctionComponent & { preload?: () => Promise<void> };

interface Failure {
  cause: unknown;
  asking?: Promise<Problem>;
  why?: Problem;
}

/**
 * Loads a page when it is first needed. If loading fails, the frame stays and the page can be retried; the router's
 * own lazy routes reload the document instead. Hovering a link preloads its page; a failed preload is reported only
 * when the page is opened.
 */
export function lazyPage<N extends string>(
  load: () => Promise<Record<N, ComponentType>>,
  name: N,
): LazyPage {
  let page: ComponentType | undefined;
  let failure: Failure | undefined;
  let last: Promise<void> | undefined;

  const fetchPage = async () => {
    failure = undefined;
    try {
      page = (await load())[name];
      // Tells the router that nothing is left to preload.
      delete lazy.preload;
    } catch (cause) {
      failure = { cause };
    }
  };
  const preload = (): Promise<void> => {
    if (last && !failure) return last;
    const loading = fetchPage();
    // React reads this status and renders without suspending if the module is loaded.
    loading.then(() => Object.assign(loading, { status: "fulfilled" }));
    last = loading;
    return loading;
  };

  const lazy: LazyPage = () => {
    const [, setAttempts] = useState(0);
    use(last ?? preload());
    if (page) {
      const Page = page;
      return <Page />;
    }
    if (!failure) return null;
    const retry = async () => {
      await preload();
      // Find the cause before rendering, so that the page is not blank in between.
      if (failure) await explain(failure);
      setAttempts((attempts) => attempts + 1);
    };
    return <Missing failure={failure.why ?? use(explain(failure))} onRetry={retry} />;
  };
  lazy.preload = preload;
  return lazy;
}

function explain(failure: Failure): Promise<Problem> {
  failure.asking ??= whyPageMissing(failure.cause).then((why) => {
    failure.why = why;
    return why;
  });
  return failure.asking;
}

function Missing({ failure, onRetry }: { failure: Problem; onRetry: () => void }) {
  // Otherwise the top bar and the browser tab keep the title of the previous page.
  usePageTitle("");
  return <ErrorState heading="h1" {...describeFailure(failure)} onRetry={onRetry} />;
}
