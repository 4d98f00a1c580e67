import { screen, waitFor, within } from "@testing-library/react";
import { aAdminModel, openAdmin } from "@tests/fake-admin";
import { problem } from "@tests/fake-arena";
import { expectNoAxeViolations } from "@tests/no-axe-violations";
import { describe, expect, it } from "vitest";

const zeta = aAdminModel({
  model_id: "zeta-2",
  model_name: "Zeta 2",
  status: "paused",
  source: "file",
  health: "down",
  health_reason: "timeout",
  price: null,
  price_source: null,
  note: "Too slow",
});
const old = aAdminModel({
  model_id: "old-1",
  model_name: "Old 1",
  status: "retired",
  price_source: "free",
});

const open = (address = "/admin/models", more = {}) =>
  openAdmin(address, {
    "GET /api/admin/models": { models: [old, zeta, aAdminModel()] },
    ...more,
  });
const names = () =>
  within(screen.getByRole("table"))
    .getAllByRole("button", { name: /^Edit / })
    .map((button) => button.textContent?.replace("Edit ", ""));

describe("Admin models", () => {
  it("lists models with status, health, frequency, price and source", async () => {
    open();
    const table = await screen.findByRole("table");
    expect(names()).toEqual(["Acme One", "Zeta 2"]);
    expect(within(table).getByText("$2.50, $10.00")).toBeInTheDocument();
    expect(within(table).getByText("no price")).toBeInTheDocument();
    expect(within(table).getByText("Manual")).toBeInTheDocument();
    expect(within(table).getByText("Too slow")).toBeInTheDocument();
    await expectNoAxeViolations();
  });

  it("says when a server answers with another model", async () => {
    const swapped = aAdminModel({
      answered_by: "cheap-3b",
      answered_by_at: new Date(Date.now() - 120_000).toISOString(),
    });
    open("/admin/models", { "GET /api/admin/models": { models: [swapped, zeta] } });
    const table = await screen.findByRole("table");
    const said = within(table).getAllByText(/the server answered with/);
    expect(said.map((one) => one.textContent)).toEqual([
      "Asked for acme-1, the server answered with cheap-3b (2 minutes ago)",
    ]);
    await expectNoAxeViolations();
  });

  it("keeps search and status in the URL", async () => {
    const { user, router } = open();
    await screen.findByRole("table");
    await user.selectOptions(screen.getByRole("combobox", { name: "Status" }), "Retired");
    await waitFor(() => expect(names()).toEqual(["Old 1"]));
    await user.type(screen.getByRole("searchbox", { name: "Search models" }), "acme");
    await user.type(screen.getByRole("searchbox", { name: "Search models" }), "zzz");
    await screen.findByRole("heading", { name: "No model matches" });
    expect(router.state.location.search).toEqual({ status: "retired", q: "acmezzz" });
    await user.click(screen.getByRole("button", { name: "Clear filters" }));
    await waitFor(() => expect(names()).toHaveLength(2));
  });

  it("pauses and resumes with one click, with an undo", async () => {
    const { user, named } = open("/admin/models", {
      "POST /api/admin/models/acme-one/pause": aAdminModel({ status: "paused" }),
      "POST /api/admin/models/acme-one/resume": aAdminModel(),
      "POST /api/admin/models/zeta-2/resume": zeta,
    });
    await user.click(await screen.findByRole("button", { name: "Pause Acme One" }));
    await screen.findByText("Acme One is paused. Running battles continue.");
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(named("POST /api/admin/models/acme-one/resume")).toHaveLength(1));
    await user.click(screen.getByRole("button", { name: "Resume Zeta 2" }));
    expect(await screen.findByText("Zeta 2 is back in battles.")).toBeInTheDocument();
  });

  it("changes the frequency in its row", async () => {
    const { user, named } = open("/admin/models", {
      "PUT /api/admin/models/acme-one/weight": aAdminModel({ weight: 2 }),
    });
    const weight = await screen.findByRole("spinbutton", {
      name: "How often Acme One appears in battles",
    });
    await user.clear(weight);
    await user.type(weight, "9{Escape}");
    expect(weight).toHaveValue(1);
    await user.clear(weight);
    await user.tab();
    expect(weight).toHaveValue(1);
    await user.clear(weight);
    await user.type(weight, "2{Enter}");
    expect(await screen.findByText("Acme One has frequency 2.")).toBeInTheDocument();
    expect(named("PUT /api/admin/models/acme-one/weight")[0]?.body).toEqual({ weight: 2 });
  });

  it("asks before retiring, and says that votes are kept", async () => {
    const { user, named } = open("/admin/models", {
      "POST /api/admin/models/acme-one/retire": aAdminModel({ status: "retired" }),
    });
    await user.click(await screen.findByRole("button", { name: "Actions for Acme One" }));
    await user.click(screen.getByRole("menuitem", { name: "Retire" }));
    const dialog = screen.getByRole("dialog", { name: "Retire Acme One?" });
    expect(dialog).toHaveTextContent("stays on the leaderboard with all its votes");
    await user.type(within(dialog).getByLabelText("Reason (for other admins)"), "replaced");
    await user.click(within(dialog).getByRole("button", { name: "Retire" }));
    expect(await screen.findByText("Acme One is retired. Its votes are kept.")).toBeInTheDocument();
    expect(named("POST /api/admin/models/acme-one/retire")[0]?.body).toEqual({ note: "replaced" });
  });

  it("tests a model and shows the result", async () => {
    const { user, handlers } = open("/admin/models", {
      "POST /api/admin/models/acme-one/test": {
        result: "ok",
        message: "ok",
        first_token_ms: 300,
        total_ms: 900,
        answered_by: "cheap-3b",
      },
    });
    await user.click(await screen.findByRole("button", { name: "Actions for Acme One" }));
    await user.click(screen.getByRole("menuitem", { name: "Test" }));
    expect(await screen.findByText("The model responds.")).toBeInTheDocument();
    expect(screen.getByText(/another model answered: cheap-3b/)).toBeInTheDocument();
    handlers["POST /api/admin/models/acme-one/test"] = {
      result: "bad_key",
      message: "The provider does not accept the API key.",
      report: "HTTP 401: Wrong key.",
      first_token_ms: null,
      total_ms: 200,
      answered_by: null,
    };
    await user.click(screen.getByRole("button", { name: "Test again" }));
    expect(
      await screen.findByText("The test failed. The provider does not accept the API key."),
    ).toBeInTheDocument();
    expect(screen.getByText("The provider says: HTTP 401: Wrong key.")).toBeInTheDocument();
    handlers["POST /api/admin/models/acme-one/test"] = () =>
      problem(503, "Not now.", { request_id: "req_9" });
    await user.click(screen.getByRole("button", { name: "Test again" }));
    expect(await screen.findByText("req_9")).toBeInTheDocument();
  });

  it("sends only changed properties, in a drawer with a URL", async () => {
    const { user, router, named } = open("/admin/models?model=acme-one", {
      "GET /api/admin/models": { models: [aAdminModel({ held: ["weight"] })] },
      "PATCH /api/admin/models/acme-one": aAdminModel({ model_name: "Acme 1" }),
      "POST /api/admin/models/acme-one/release": aAdminModel(),
    });
    const drawer = await screen.findByRole("dialog", { name: "Edit Acme One" });
    expect(within(drawer).getByRole("button", { name: "Save" })).toBeDisabled();
    await user.click(
      within(drawer).getByRole("button", { name: "Reset to file and discovery values" }),
    );
    await screen.findByText("Acme One follows models.yaml and discovery again.");
    const name = within(drawer).getByLabelText("Display name");
    await user.clear(name);
    await user.type(name, "Acme 1");
    await user.type(within(drawer).getByLabelText("Input"), "3");
    await user.type(within(drawer).getByLabelText("Temperature"), "0.5");
    await user.click(within(drawer).getByRole("button", { name: "Tools" }));
    await expectNoAxeViolations();
    await user.click(within(drawer).getByRole("button", { name: "Save" }));
    const out = within(drawer).getByLabelText("Output");
    expect(out).toBeInvalid(); // a price needs both halves
    expect(named("PATCH /api/admin/models/acme-one")).toHaveLength(0);
    await user.type(out, "4");
    await user.click(within(drawer).getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Acme 1 was saved.")).toBeInTheDocument();
    expect(named("PATCH /api/admin/models/acme-one")[0]?.body).toEqual({
      name: "Acme 1",
      abilities: ["vision", "tools"],
      prices: { input: 3, output: 4 },
      params: { top_p: 0.9, temperature: 0.5, max_tokens: null },
    });
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it("does not revert changes made by somebody else while the drawer was open", async () => {
    const { user, handlers, named, queries } = open("/admin/models?model=acme-one", {
      "GET /api/admin/models": { models: [aAdminModel({ weight: 1 })] },
      "PATCH /api/admin/models/acme-one": aAdminModel(),
    });
    const drawer = await screen.findByRole("dialog", { name: "Edit Acme One" });
    handlers["GET /api/admin/models"] = {
      models: [aAdminModel({ weight: 0, license: "MIT", params: { top_p: 0.5 } })],
    };
    await queries.invalidateQueries();
    expect(named("GET /api/admin/models")).toHaveLength(2);
    await user.type(within(drawer).getByLabelText("Temperature"), "0.5");
    await user.click(within(drawer).getByRole("button", { name: "Save" }));
    await waitFor(() => expect(named("PATCH /api/admin/models/acme-one")).toHaveLength(1));
    expect(named("PATCH /api/admin/models/acme-one")[0]?.body).toEqual({
      params: { top_p: 0.5, temperature: 0.5, max_tokens: null },
    });
  });

  it("shows server errors at their fields", async () => {
    const { user } = open("/admin/models?model=acme-one", {
      "PATCH /api/admin/models/acme-one": () =>
        problem(422, "That is not right.", {
          errors: [{ field: "body.name", message: "too odd" }],
        }),
    });
    const drawer = await screen.findByRole("dialog", { name: "Edit Acme One" });
    await user.type(within(drawer).getByLabelText("Display name"), "?");
    await user.click(within(drawer).getByRole("button", { name: "Save" }));
    expect(await within(drawer).findByText("too odd")).toBeInTheDocument();
  });
});
