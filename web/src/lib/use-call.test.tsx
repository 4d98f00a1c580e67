import { onlineManager, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { PropsWithChildren } from "react";
import { expect, it } from "vitest";
import { createQueryClient } from "./query-client";
import { useCall } from "./use-call";

it("sends calls also when the browser is offline, because the site may run on the same machine", async () => {
  const queries = createQueryClient();
  const wrapper = ({ children }: PropsWithChildren) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  onlineManager.setOnline(false);
  const { result } = renderHook(
    () => useCall(async () => ({ data: "done", response: new Response() }), {}),
    { wrapper },
  );
  act(() => result.current.mutate());
  await waitFor(() => expect(result.current.data).toBe("done"));
});
