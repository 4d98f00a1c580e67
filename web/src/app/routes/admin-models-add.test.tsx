import { screen, waitFor, within } from "@testing-library/react";
import { aAdminModel, aFound, aProvider, openAdmin } from "@tests/fake-admin";
import { problem } from "@tests/fake-arena";
import { describe, expect, it } from "vitest";

const providers = { providers: [aProvider()], connectors: ["openai", "google"], master_key: true };

const open = (address = "/admin/models", more = {}) =>
  openAdmin(address, {
    "GET /api/admin/models": { models: [aAdminModel()] },
    "GET /api/admin/providers": providers,
    "GET /api/admin/found-models": { models: [], ask: true },
    ...more,
  });

describe("adding a model", () => {
  it("tests the provider before saving", async () => {
    const { user, named } = open("/admin/models", {
      "GET /api/admin/found-models": { models: [aFound()], ask: true },
      "POST /api/admin/providers/acme/test": { result: "ok", message: "The model responds." },
      "POST /api/admin/models": aAdminModel({ model_name: "Acme Two" }),
    });
    await user.click(await screen.findByRole("button", { name: "Add a model" }));
    const drawer = await screen.findByRole("dialog", { name: "Add a model" });
    await user.type(within(drawer).getByLabelText("Provider model ID"), "org/acme 2");
    expect(within(drawer).getByLabelText("ID")).toHaveValue("org-acme-2");
    await user.click(within(drawer).getByRole("switch", { name: "Add as paused" }));
    await user.click(within(drawer).getByRole("button", { name: "Test and add" }));
    expect(await screen.findByText("Acme Two was added.")).toBeInTheDocument();
    expect(named("POST /api/admin/models")[0]?.body).toMatchObject({
      model_id: "org-acme-2",
      provider_id: "acme",
      model: "org/acme 2",
      weight: 1,
      prices: null,
      paused: true,
    });
  });

  it("saves a model that does not answer only on purpose", async () => {
    const { user, named } = open("/admin/models", {
      "POST /api/admin/providers/acme/test": { result: "bad_key", message: "The key is wrong." },
      "POST /api/admin/models": aAdminModel(),
    });
    await user.click(await screen.findByRole("button", { name: "Add a model" }));
    const drawer = await screen.findByRole("dialog", { name: "Add a model" });
    await user.type(within(drawer).getByLabelText("Provider model ID"), "acme-1");
    await user.click(within(drawer).getByRole("button", { name: "Test and add" }));
    expect(await within(drawer).findByText("The key is wrong.")).toBeInTheDocument();
    expect(named("POST /api/admin/models")).toHaveLength(0);
    await user.type(within(drawer).getByLabelText("Output"), "4");
    await user.click(within(drawer).getByRole("button", { name: "Save anyway" }));
    expect(within(drawer).getByLabelText("Input")).toBeInvalid();
    expect(named("POST /api/admin/models")).toHaveLength(0);
    await user.clear(within(drawer).getByLabelText("Output"));
    await user.click(within(drawer).getByRole("button", { name: "Save anyway" }));
    await waitFor(() => expect(named("POST /api/admin/models")).toHaveLength(1));
  });

  it("opens the step that connects a provider if there is none", async () => {
    const { user, router } = open("/admin/models", {
      "GET /api/admin/models": { models: [] },
      "GET /api/admin/providers": { ...providers, providers: [] },
    });
    await screen.findByRole("heading", { name: "No models yet" });
    expect(screen.getByRole("link", { name: "Connect a provider" })).toHaveAttribute(
      "href",
      "/start?step=connect",
    );
    await user.click(screen.getByRole("button", { name: "Add a model" }));
    await screen.findByRole("heading", { level: 1, name: "Where do your models run?" });
    expect(router.state.location.pathname).toBe("/start");
  });
});

describe("models.yaml", () => {
  it("previews what would change, then imports", async () => {
    const seen = {
      dry_run: true,
      added: ["acme-two"],
      changed: [{ model_id: "acme-one", before: { weight: 1 }, after: { weight: 2 } }],
      unchanged: ["zeta-2"],
      providers_added: ["acme"],
      warnings: ["No price for acme-two."],
      problems: [],
    };
    const { user, named } = open("/admin/models", { "POST /api/admin/catalog-file": seen });
    await user.click(await screen.findByRole("button", { name: "File" }));
    expect(screen.getByRole("menuitem", { name: "Export models.yaml" })).toHaveAttribute(
      "href",
      "/api/admin/catalog-file",
    );
    await user.click(screen.getByRole("menuitem", { name: "Import models.yaml" }));
    const dialog = screen.getByRole("dialog", { name: "Import models.yaml" });
    expect(within(dialog).getByRole("button", { name: "Import" })).toBeDisabled();
    await user.type(within(dialog).getByLabelText("Contents of models.yaml"), "models: none");
    await user.click(within(dialog).getByRole("button", { name: "Preview" }));
    const preview = await within(dialog).findByRole("region", { name: "Preview" });
    expect(preview).toHaveTextContent(/acme-one.*weight.*1.*2/);
    expect(preview).toHaveTextContent("No price for acme-two.");
    expect(preview).toHaveTextContent("1 unchanged.");
    await user.click(within(dialog).getByRole("button", { name: "Import" }));
    expect(await screen.findByText("Imported: 1 added, 1 changed.")).toBeInTheDocument();
    expect(named("POST /api/admin/catalog-file").map((call) => call.body)).toEqual([
      { content: "models: none", dry_run: true },
      { content: "models: none", dry_run: false },
    ]);
  });

  it("does not import a file with problems", async () => {
    const nothing = { added: [], changed: [], unchanged: [], providers_added: [], warnings: [] };
    const { user, handlers } = open("/admin/models", {
      "POST /api/admin/catalog-file": { ...nothing, dry_run: true, problems: ["line 2: what?"] },
    });
    await user.click(await screen.findByRole("button", { name: "File" }));
    await user.click(screen.getByRole("menuitem", { name: "Import models.yaml" }));
    await user.upload(
      screen.getByLabelText("Choose a file"),
      Object.assign(new File(["x"], "models.yaml"), { text: async () => "from a file" }),
    );
    await waitFor(() =>
      expect(screen.getByLabelText("Contents of models.yaml")).toHaveValue("from a file"),
    );
    await user.click(screen.getByRole("button", { name: "Preview" }));
    expect(await screen.findByText("line 2: what?")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Import" })).toBeDisabled();
    handlers["POST /api/admin/catalog-file"] = () =>
      problem(422, "This is no models.yaml.", { detail: "models.yaml, line 7: is missing" });
    await user.click(screen.getByRole("button", { name: "Preview" }));
    expect(
      await screen.findByText("This is no models.yaml. models.yaml, line 7: is missing"),
    ).toBeInTheDocument();
  });
});

describe("discovered models", () => {
  it("can be enabled or ignored", async () => {
    const found = [aFound(), aFound({ model_id: "bad", model_name: "Bad", ignored: true })];
    const { user, named } = open("/admin/models?show=found", {
      "GET /api/admin/found-models": { models: found, ask: false },
      "POST /api/admin/found-models/acme-two/accept": aAdminModel(),
      "POST /api/admin/found-models/acme-two/ignore": () => undefined,
      "POST /api/admin/discovery": {
        spots: [{}, {}],
        warnings: [],
        added: [],
        changed: [],
        retired: [],
        waiting: ["acme-two"],
      },
    });
    await user.click(await screen.findByRole("button", { name: "Enable Acme Two" }));
    expect(await screen.findByText("Acme Two is enabled.")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Ignore Acme Two" }));
    expect(await screen.findByText("Acme Two is ignored.")).toBeInTheDocument();
    expect(screen.queryByText("Bad")).not.toBeInTheDocument();
    await user.click(screen.getByRole("switch", { name: "Show ignored (1)" }));
    expect(screen.getByRole("button", { name: "Enable Bad" })).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Refresh" }));
    expect(await screen.findByText("Checked 2 sources; 1 models available.")).toBeInTheDocument();
    expect(named("POST /api/admin/discovery")).toHaveLength(1);
  });

  it("says when there are none", async () => {
    open("/admin/models?show=found");
    await screen.findByRole("heading", { name: "No models to enable" });
  });
});
