import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { aBattle, fakeArena, problem } from "@tests/fake-arena";
import { renderApp } from "@tests/render-app";
import { describe, expect, it, vi } from "vitest";

const row = (session_id: string, title: string, battle: string | null = `b-${session_id}`) => ({
  session_id,
  title,
  created_at: new Date().toISOString(),
  last_active_at: new Date().toISOString(),
  battle_count: 1,
  latest_battle_id: battle,
});

const list = (...sessions: object[]) => ({ sessions, next_cursor: null });
const link = (name: string) => screen.findByRole("link", { name });

async function openOptions(user: ReturnType<typeof renderApp>["user"], title: string) {
  await user.click(await screen.findByRole("button", { name: `Options for ${title}` }));
}

describe("the chats in the sidebar", () => {
  it("are grouped, and the current one is highlighted", async () => {
    fakeArena({
      "GET /api/sessions": list(row("s1", "Sums"), row("s2", "", null)),
      "GET /api/battles/*": aBattle(),
    });
    const { router, user } = renderApp("/battles/b1");
    await screen.findByRole("region", { name: "Today" });
    await waitFor(async () => expect(await link("Sums")).toHaveAttribute("aria-current", "page"));
    expect(await link("Untitled")).toHaveAttribute("href", "/sessions/s2");
    await user.click(await link("Sums"));
    await waitFor(() => expect(router.state.location.pathname).toBe("/battles/b-s1"));
  });

  it("can be searched, and load more", async () => {
    const { calls } = fakeArena({
      "GET /api/sessions": ({ request }: { request: Request }) => {
        const query = new URL(request.url).searchParams;
        if (query.get("search")) return list(row("s3", "Found"));
        if (query.get("cursor")) return list(row("s2", "Older"));
        return { sessions: [row("s1", "Sums")], next_cursor: "c1" };
      },
    });
    const { user } = renderApp("/");
    await link("Sums");
    await user.click(screen.getByRole("button", { name: "Show more" }));
    await link("Older");
    expect(screen.queryByRole("button", { name: "Show more" })).not.toBeInTheDocument();
    await user.type(screen.getByRole("searchbox", { name: "Search history" }), "fou");
    await link("Found");
    await waitFor(() => expect(calls.at(-1)?.request.url).toContain("search=fou"));
  });

  it("can be renamed", async () => {
    let title = "Sums";
    const { named } = fakeArena({
      "GET /api/sessions": () => list(row("s1", title)),
      "PATCH /api/sessions/*": ({ body }: { body: unknown }) => {
        title = (body as { title: string }).title;
        return row("s1", title);
      },
    });
    const { user } = renderApp("/");
    await openOptions(user, "Sums");
    await user.click(await screen.findByRole("menuitem", { name: "Rename" }));
    expect(await screen.findByRole("textbox", { name: "New title" })).toHaveFocus();
    await user.keyboard("Numbers");
    const field = screen.getByRole("textbox", { name: "New title" });
    fireEvent.keyDown(field, { key: "Enter", isComposing: true });
    expect(field).toBeInTheDocument();
    await user.keyboard("{Enter}");
    await link("Numbers");
    await openOptions(user, "Numbers");
    await user.click(await screen.findByRole("menuitem", { name: "Rename" }));
    await user.type(await screen.findByRole("textbox", { name: "New title" }), "x{Escape}");
    await link("Numbers");
    expect(named("PATCH /api/sessions/s1")).toHaveLength(1);
  });

  it("can be deleted and restored", async () => {
    let gone = false;
    const { named } = fakeArena({
      "GET /api/sessions": () => list(...(gone ? [] : [row("s1", "Sums")])),
      "GET /api/battles/*": aBattle(),
      "DELETE /api/sessions/*": () => {
        gone = true;
        return undefined;
      },
      "POST /api/sessions/*/restore": () => {
        gone = false;
        return row("s1", "Sums");
      },
    });
    const { user, router } = renderApp("/battles/b1");
    await waitFor(async () => expect(await link("Sums")).toHaveAttribute("aria-current", "page"));
    await openOptions(user, "Sums");
    expect(await screen.findByRole("menuitem", { name: "Export as Markdown" })).toHaveAttribute(
      "href",
      "/api/sessions/s1/export?format=markdown",
    );
    await user.click(screen.getByRole("menuitem", { name: "Delete" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/"));
    await screen.findByText("Your battles will appear here.");
    // A menu that is closing still blocks clicks on the page.
    await waitFor(() => expect(document.body).not.toHaveStyle({ pointerEvents: "none" }));
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    await link("Sums");
    expect(named("POST /api/sessions/s1/restore")).toHaveLength(1);
    await waitFor(() => expect(router.state.location.pathname).toBe("/battles/b1"));
    await screen.findByText("It is four.");
  });

  it("are not used for the next battle after they were deleted", async () => {
    fakeArena({
      "GET /api/sessions": list(row("s1", "Sums")),
      "DELETE /api/sessions/*": () => undefined,
    });
    const { user, router } = renderApp("/?session=s1");
    await screen.findByText("The new battle is added to your current chat.");
    expect(await link("Sums")).toHaveAttribute("aria-current", "page");
    await openOptions(user, "Sums");
    await user.click(await screen.findByRole("menuitem", { name: "Delete" }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
    expect(screen.queryByText(/added to your current chat/)).not.toBeInTheDocument();
  });

  it("are not requested in a loop when older ones cannot be loaded", async () => {
    const sights: (() => void)[] = [];
    vi.stubGlobal(
      "IntersectionObserver",
      class {
        constructor(see: (entries: { isIntersecting: boolean }[]) => void) {
          sights.push(() => see([{ isIntersecting: true }]));
        }
        observe() {
          sights.at(-1)?.();
        }
        disconnect() {}
      },
    );
    const answers: Parameters<typeof fakeArena>[0] = {
      "GET /api/sessions": ({ request }: { request: Request }) =>
        request.url.includes("cursor")
          ? problem(422, "Bad cursor.")
          : { sessions: [row("s1", "Sums")], next_cursor: "c1" },
    };
    const { named } = fakeArena(answers);
    const { user } = renderApp("/");
    const again = await screen.findByRole("button", { name: /could not be loaded. Try again/ });
    expect(named("GET /api/sessions")).toHaveLength(2);
    answers["GET /api/sessions"] = list(row("s2", "Older"));
    await user.click(again);
    await link("Older");
  });

  it("stay unchanged when a change fails, with a message", async () => {
    fakeArena({
      "GET /api/sessions": list(row("s1", "Sums")),
      "DELETE /api/sessions/*": () => problem(503, "Not now."),
      "PATCH /api/sessions/*": () => problem(422, "Bad title."),
    });
    const { user } = renderApp("/");
    await openOptions(user, "Sums");
    await user.click(await screen.findByRole("menuitem", { name: "Delete" }));
    expect((await screen.findAllByText("The chat could not be deleted.")).length).toBeGreaterThan(
      0,
    );
    await openOptions(user, "Sums");
    await user.click(await screen.findByRole("menuitem", { name: "Rename" }));
    await user.type(await screen.findByRole("textbox", { name: "New title" }), "y{Enter}");
    expect((await screen.findAllByText("The title could not be changed.")).length).toBeGreaterThan(
      0,
    );
  });

  it("show an error when they cannot be loaded", async () => {
    const answers: Parameters<typeof fakeArena>[0] = {
      "GET /api/sessions": () => problem(500, "It broke."),
    };
    fakeArena(answers);
    const { user } = renderApp("/");
    await screen.findByText("Your history could not be loaded.");
    answers["GET /api/sessions"] = list(row("s1", "Sums"));
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await link("Sums");
  });

  it("are in the command palette and in the sheet of a phone", async () => {
    const { named } = fakeArena({
      "GET /api/sessions": list(row("s1", "Sums")),
      "GET /api/battles/*": aBattle({ battle_id: "b-s1" }),
    });
    const { user, router } = renderApp("/");
    await link("Sums");
    await user.keyboard("{Control>}k{/Control}");
    await user.click(await screen.findByRole("option", { name: "Sums" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/battles/b-s1"));
    expect(named("GET /api/sessions/s1")).toHaveLength(0);
    await user.keyboard("{Control>}k{/Control}");
    await user.click(await screen.findByRole("option", { name: "New battle" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/"));
    await user.click(screen.getByRole("button", { name: "Open the menu" }));
    const sheet = await screen.findByRole("dialog", { name: "Menu" });
    await user.click(await within(sheet).findByRole("link", { name: "Sums" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  });
});
