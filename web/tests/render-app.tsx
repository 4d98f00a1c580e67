import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Providers } from "@/app/providers";
import { createAppRouter } from "@/app/router";
import { createQueryClient } from "@/lib/query-client";

/** Renders the whole app at an address. */
export function renderApp(address: string) {
  const queries = createQueryClient();
  queries.setDefaultOptions({ queries: { ...queries.getDefaultOptions().queries, retry: false } });
  const router = createAppRouter({ history: createMemoryHistory({ initialEntries: [address] }) });
  const user = userEvent.setup();
  render(
    <Providers queries={queries}>
      <RouterProvider router={router} />
    </Providers>,
  );
  return { router, user, queries };
}
