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
 * A page that is loaded when it is first wanted. The router's own kind of it reloads the document when that fails, which
 * leaves the app; here the frame stays, and the page can be tried again. A link that is only pointed at fetches its page
 * too: what to do about a failure is asked when the page is to be shown.
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
      // So the router knows that there is nothing to wait for any more.
      delete lazy.preload;
    } catch (cause) {
      failure = { cause };
    }
  };
  const preload = (): Promise<void> => {
    if (last && !failure) return last;
    const loading = fetchPage();
    // React reads this, and need not wait for what is there already.
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
      // Known before it is shown, so that the page does not go blank in between.
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
  // Or the page before would still lend its name to the bar and the tab.
  usePageTitle("");
  return <ErrorState heading="h1" {...describeFailure(failure)} onRetry={onRetry} />;
}
