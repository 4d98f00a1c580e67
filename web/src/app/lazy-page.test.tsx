import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { fakeApi } from "@tests/fake-api";
import { Suspense } from "react";
import { expect, it, vi } from "vitest";
import { lazyPage } from "./lazy-page";

const Hello = () => <h1>Hello</h1>;
const gone = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));

async function show(load: () => Promise<{ Hello: typeof Hello }>) {
  const Page = lazyPage(load, "Hello");
  await act(async () =>
    render(
      <Suspense fallback="Wait">
        <Page />
      </Suspense>,
    ),
  );
  return Page;
}

it("shows the page once it is loaded", async () => {
  const load = vi.fn(() => Promise.resolve({ Hello }));
  const Page = await show(load);
  await screen.findByRole("heading", { name: "Hello" });
  expect(load).toHaveBeenCalledTimes(1);
  expect(Page.preload).toBeUndefined();
});

it("keeps the frame and retries while the server is unreachable", async () => {
  fakeApi({ "/healthz": new TypeError("Failed to fetch") });
  const load = vi.fn(gone as () => Promise<{ Hello: typeof Hello }>);
  const user = userEvent.setup();
  document.title = "Arena · llmbattler";
  await show(load);
  await screen.findByRole("heading", { name: "The server cannot be reached." });
  expect(document.title).toBe("llmbattler");
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2));
  await screen.findByRole("heading", { name: "The server cannot be reached." });
  load.mockImplementation(() => Promise.resolve({ Hello }));
  await user.click(await screen.findByRole("button", { name: "Try again" }));
  await screen.findByRole("heading", { name: "Hello" });
});

it("loads again after a failure when the page is opened again", async () => {
  fakeApi({ "/healthz": new TypeError("Failed to fetch") });
  const load = vi.fn(gone as () => Promise<{ Hello: typeof Hello }>);
  const Page = lazyPage(load, "Hello");
  await Page.preload?.();
  load.mockImplementation(() => Promise.resolve({ Hello }));
  await Page.preload?.();
  await act(async () => render(<Page />));
  expect(screen.getByRole("heading", { name: "Hello" })).toBeInTheDocument();
});

it("shows no error for a failed preload", async () => {
  const { calls } = fakeApi({ "/healthz": new TypeError("Failed to fetch") });
  const Page = lazyPage(gone as () => Promise<{ Hello: typeof Hello }>, "Hello");
  await Page.preload?.();
  expect(calls).toEqual([]);
  await act(async () =>
    render(
      <Suspense fallback="Wait">
        <Page />
      </Suspense>,
    ),
  );
  await screen.findByRole("heading", { name: "The server cannot be reached." });
  expect(calls).toHaveLength(1);
});
