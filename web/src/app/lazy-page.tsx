import { type ComponentType, type FunctionComponent, use, useState } from "react";
import { ErrorState } from "@/components/ui/error-state";
import { loadPart } from "@/lib/load-part";
import { usePageTitle } from "@/lib/page-title";
import { describeFailure } from "@/lib/problem";

type LazyPage = FunctionComponent & { preload?: () => Promise<void> };

/**
 * A page that is loaded when it is first wanted. The router's own kind of it reloads the document when that fails, which
 * leaves the app; here the frame stays, and the page can be tried again.
 */
export function lazyPage<N extends string>(
  load: () => Promise<Record<N, ComponentType>>,
  name: N,
): LazyPage {
  let page: ComponentType | undefined;
  let failure: unknown;
  let last: Promise<void> | undefined;

  const fetchPage = async () => {
    failure = undefined;
    try {
      page = (await loadPart(load))[name];
      // So the router knows that there is nothing to wait for any more.
      delete lazy.preload;
    } catch (error) {
      failure = error;
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
    const retry = () => preload().then(() => setAttempts((attempts) => attempts + 1));
    return <Missing failure={failure} onRetry={retry} />;
  };
  lazy.preload = preload;
  return lazy;
}

function Missing({ failure, onRetry }: { failure: unknown; onRetry: () => void }) {
  // Or the page before would still lend its name to the bar and the tab.
  usePageTitle("");
  return <ErrorState heading="h1" {...describeFailure(failure)} onRetry={onRetry} />;
}
