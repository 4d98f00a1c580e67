import { act, screen, waitFor, within } from "@testing-library/react";
import { aModel, fakeApi, listOf } from "@tests/fake-api";
import { FakeSocket } from "@tests/fake-socket";
import { renderApp } from "@tests/render-app";
import axe from "axe-core";
import { beforeEach, describe, expect, it, vi } from "vitest";

const healthz = { body: { status: "ok", version: "0.1.0", demo: false } };
const list = listOf(aModel(), aModel({ model_id: "zeta-2", model_name: "Zeta 2" }));

beforeEach(() => {
  fakeApi({
    "/healthz": healthz,
    "/api/models": list,
    "/api/models/zeta-2": { body: aModel({ model_id: "zeta-2", model_name: "Zeta 2" }) },
  });
});

const page = (name: string) => screen.findByRole("heading", { level: 1, name });

describe("the frame", () => {
  it("starts in the arena and shows the page title", async () => {
    renderApp("/");
    await page("What would you like two models to answer?");
    expect(document.title).toBe("Arena · llmbattler");
    expect(await screen.findByText("v0.1.0")).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "API" })).toHaveAttribute("href", "/docs");
  });

  it("says on every page that the data is simulated", async () => {
    fakeApi({ "/healthz": { body: { ...healthz.body, demo: true } }, "/api/models": list });
    renderApp("/models");
    expect(
      await screen.findByText("Demo: people, votes and answers here are simulated."),
    ).toBeInTheDocument();
  });

  it("passes axe", async () => {
    renderApp("/models");
    await screen.findByRole("table");
    const { violations } = await axe.run(document, {
      rules: { "color-contrast": { enabled: false } },
    });
    expect(
      violations.filter((one) => one.id !== "document-title" && one.id !== "html-has-lang"),
    ).toEqual([]);
  });

  it("collapses its sidebar and remembers it", async () => {
    const { user } = renderApp("/models");
    await page("Models");
    await user.click(screen.getByRole("button", { name: "Collapse the sidebar" }));
    expect(localStorage.getItem("llmbattler.sidebar")).toBe("collapsed");
    await user.click(screen.getByRole("button", { name: "Expand the sidebar" }));
    expect(localStorage.getItem("llmbattler.sidebar")).toBe("open");
  });

  it("opens the navigation in a sheet on a phone and closes it after navigation", async () => {
    const { user } = renderApp("/models/zeta-2");
    await page("Zeta 2");
    await user.click(screen.getByRole("button", { name: "Open the menu" }));
    const sheet = screen.getByRole("dialog", { name: "Menu" });
    await user.click(within(sheet).getByRole("link", { name: "Models" }));
    await page("Models");
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("switches the theme", async () => {
    const { user } = renderApp("/models");
    await page("Models");
    await user.click(screen.getByRole("button", { name: "Theme: System" }));
    await user.click(screen.getByRole("menuitemradio", { name: "Dark" }));
    expect(document.documentElement).toHaveClass("dark");
    expect(localStorage.getItem("llmbattler.theme")).toBe("dark");
    expect(screen.getByRole("button", { name: "Theme: Dark" })).toBeInTheDocument();
  });

  it("moves focus to a new page, but not to the first one", async () => {
    const { user } = renderApp("/models");
    await screen.findByRole("table");
    expect(screen.getByRole("main")).not.toHaveFocus();
    const table = screen.getByRole("table");
    await user.click(within(table).getByRole("link", { name: "Zeta 2" }));
    await page("Zeta 2");
    expect(screen.getByRole("main")).toHaveFocus();
  });

  it("explains an unknown address and links to the start page", async () => {
    const { user } = renderApp("/nowhere");
    await page("This page does not exist");
    await user.click(screen.getByRole("link", { name: "Go to the home page" }));
    await page("What would you like two models to answer?");
  });
});

describe("the command palette", () => {
  it("opens by keyboard, finds a model and opens its page", async () => {
    const { user, router } = renderApp("/models");
    await page("Models");
    await user.keyboard("{Control>}k{/Control}");
    const field = await screen.findByPlaceholderText("Search pages, models, history and actions…");
    await user.type(field, "zeta");
    await user.keyboard("{Enter}");
    await page("Zeta 2");
    expect(router.state.location.pathname).toBe("/models/zeta-2");
    await waitFor(() => expect(field).not.toBeInTheDocument());
  });

  it("opens from the search box, runs actions, and closes by the same keys", async () => {
    const { user } = renderApp("/models/zeta-2");
    await page("Zeta 2");
    await user.click(screen.getByRole("button", { name: /Search or jump to/ }));
    await user.click(await screen.findByRole("option", { name: "Theme: Light" }));
    expect(localStorage.getItem("llmbattler.theme")).toBe("light");
    await user.click(screen.getByRole("button", { name: "Search" }));
    await user.click(await screen.findByRole("option", { name: "Collapse the sidebar" }));
    expect(localStorage.getItem("llmbattler.sidebar")).toBe("collapsed");
    await user.keyboard("{Control>}k{/Control}");
    await user.click(await screen.findByRole("option", { name: "Expand the sidebar" }));
    await user.keyboard("{Control>}k{/Control}");
    await user.click(await screen.findByRole("option", { name: "Models" }));
    await page("Models");
    await user.keyboard("{Control>}k{/Control}");
    await screen.findByRole("dialog");
    await user.keyboard("{Control>}{Shift>}k{/Shift}{/Control}");
    expect(screen.getByRole("dialog")).toBeInTheDocument();
    await user.keyboard("{Control>}k{/Control}");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  });
});

describe("the connection", () => {
  it("shows a banner while the server is unreachable", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    renderApp("/models");
    await page("Models");
    act(() => FakeSocket.last.accept());
    act(() => FakeSocket.last.drop());
    expect(screen.queryByText("The server cannot be reached.")).not.toBeInTheDocument();
    act(() => vi.advanceTimersByTime(3_100));
    expect(screen.getByText("The server cannot be reached.")).toBeInTheDocument();
    act(() => FakeSocket.last.drop());
    const before = FakeSocket.all.length;
    act(() => screen.getByRole("button", { name: "Try now" }).click());
    expect(FakeSocket.all.length).toBe(before + 1);
    act(() => FakeSocket.last.accept());
    expect(screen.queryByText("The server cannot be reached.")).not.toBeInTheDocument();
    vi.useRealTimers();
  });

  it("ignores a lost network on localhost", async () => {
    renderApp("/models");
    await page("Models");
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    act(() => {
      window.dispatchEvent(new Event("offline"));
    });
    expect(screen.queryByText("You are offline.")).not.toBeInTheDocument();
  });

  it("shows errors of the live connection", async () => {
    const { user } = renderApp("/models");
    await page("Models");
    act(() => FakeSocket.last.accept());
    act(() => FakeSocket.last.tell({ type: "error", detail: "Unknown topic." }));
    expect((await screen.findAllByText("Unknown topic.")).length).toBeGreaterThan(0);
    await user.click(screen.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByText("Unknown topic.")).not.toBeInTheDocument());
  });
});
