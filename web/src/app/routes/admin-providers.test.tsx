import { screen, waitFor, within } from "@testing-library/react";
import { aProvider, openAdmin } from "@tests/fake-admin";
import { expectNoAxeViolations } from "@tests/no-axe-violations";
import { describe, expect, it } from "vitest";

const open = (more = {}, list = [aProvider()], masterKey = true) =>
  openAdmin("/admin/models?show=providers", {
    "GET /api/admin/providers": {
      providers: list,
      connectors: ["openai", "google"],
      master_key: masterKey,
    },
    ...more,
  });

describe("providers", () => {
  it("are listed with the end of their key, never the whole key", async () => {
    open({}, [
      aProvider(),
      aProvider({ provider_id: "p2", name: "Broken", key_state: "other_address" }),
    ]);
    expect(await screen.findAllByText("…7890")).toHaveLength(2);
    expect(screen.getByText("entered for another address: enter it again")).toBeInTheDocument();
    expect(screen.getAllByText(/1 model · 2 member keys/)).toHaveLength(2);
    await expectNoAxeViolations();
  });

  it("say when keys cannot be stored", async () => {
    open({}, [], false);
    expect(await screen.findByText(/until MASTER_KEY is set/)).toBeInTheDocument();
  });

  it("are tested before they are added, with the key in a password field", async () => {
    const { user, named, queries } = open({
      "POST /api/admin/connection-tests": { result: "ok", message: "The provider responds." },
      "POST /api/admin/providers": aProvider({ name: "Zeta Cloud" }),
    });
    await user.click(await screen.findByRole("button", { name: "Add a provider" }));
    const drawer = screen.getByRole("dialog", { name: "Add a provider" });
    await user.type(within(drawer).getByLabelText("Name"), "Zeta Cloud");
    await user.selectOptions(within(drawer).getByLabelText("Protocol"), "google");
    await user.type(within(drawer).getByLabelText("Address"), "https://zeta.example/v1");
    const key = within(drawer).getByLabelText("Key");
    expect(key).toHaveAttribute("type", "password");
    await user.type(key, "sk-zeta-123456");
    await user.click(within(drawer).getByRole("button", { name: "Test connection" }));
    expect(await within(drawer).findByText("The provider responds.")).toBeInTheDocument();
    await user.click(within(drawer).getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Zeta Cloud was added.")).toBeInTheDocument();
    expect(named("POST /api/admin/connection-tests")[0]?.body).toEqual({
      connector: "google",
      base_url: "https://zeta.example/v1",
      key: "sk-zeta-123456",
    });
    expect(named("POST /api/admin/providers")[0]?.body).toEqual({
      name: "Zeta Cloud",
      connector: "google",
      base_url: "https://zeta.example/v1",
      own_keys: true,
      key: "sk-zeta-123456",
    });
    expect(
      JSON.stringify(
        queries
          .getQueryCache()
          .getAll()
          .map((query) => query.state.data),
      ),
    ).not.toContain("sk-zeta");
  });

  it("ask for the key again when the address changes", async () => {
    const { user, named } = open({
      "PATCH /api/admin/providers/acme": aProvider(),
      "POST /api/admin/providers/acme/test": { result: "no_answer", message: "Nobody answers." },
    });
    await user.click(await screen.findByRole("button", { name: "Actions for Acme Cloud" }));
    await user.click(screen.getByRole("menuitem", { name: "Edit" }));
    const drawer = screen.getByRole("dialog", { name: "Edit Acme Cloud" });
    expect(within(drawer).getByText("Leave empty to keep the stored key.")).toBeInTheDocument();
    const address = within(drawer).getByLabelText("Address");
    await user.type(address, "/beta");
    expect(within(drawer).getByLabelText("Key")).not.toBeRequired();
    await user.clear(address);
    await user.type(address, "https://elsewhere.example/v1");
    expect(within(drawer).getByText(/Enter the key again/)).toBeInTheDocument();
    expect(within(drawer).getByLabelText("Key")).toBeRequired();
    await user.type(within(drawer).getByLabelText("Key"), "sk-new-123456");
    await user.click(within(drawer).getByRole("switch"));
    await user.click(within(drawer).getByRole("button", { name: "Test connection" }));
    expect(await within(drawer).findByText("Nobody answers.")).toBeInTheDocument();
    await user.click(within(drawer).getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Acme Cloud was saved.")).toBeInTheDocument();
    expect(named("PATCH /api/admin/providers/acme")[0]?.body).toEqual({
      base_url: "https://elsewhere.example/v1",
      own_keys: false,
      key: "sk-new-123456",
    });
  });

  it("can get another key, or lose it after a confirmation", async () => {
    const { user, named } = open({
      "PUT /api/admin/providers/acme/key": aProvider(),
      "DELETE /api/admin/providers/acme/key": () => undefined,
    });
    const menu = "Actions for Acme Cloud";
    await user.click(await screen.findByRole("button", { name: menu }));
    await user.click(screen.getByRole("menuitem", { name: "Replace the key" }));
    expect(screen.getByRole("dialog")).toHaveTextContent(
      "It is sent only to https://api.acme.example.",
    );
    await user.type(screen.getByLabelText("Key"), "sk-other-123456");
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Key for Acme Cloud saved.")).toBeInTheDocument();
    expect(named("PUT /api/admin/providers/acme/key")[0]?.body).toEqual({ key: "sk-other-123456" });
    await user.click(await screen.findByRole("button", { name: menu }));
    await user.click(screen.getByRole("menuitem", { name: "Replace the key" }));
    await user.click(screen.getByRole("button", { name: "Remove the key" }));
    const dialog = screen.getByRole("dialog", { name: "Remove the key for Acme Cloud?" });
    await user.click(within(dialog).getByRole("button", { name: "Remove the key" }));
    await waitFor(() => expect(named("DELETE /api/admin/providers/acme/key")).toHaveLength(1));
  });

  it("are removed after a confirmation", async () => {
    const { user } = open({ "DELETE /api/admin/providers/acme": () => undefined });
    await user.click(await screen.findByRole("button", { name: "Actions for Acme Cloud" }));
    await user.click(screen.getByRole("menuitem", { name: "Remove" }));
    const dialog = screen.getByRole("dialog", { name: "Remove Acme Cloud?" });
    await user.click(within(dialog).getByRole("button", { name: "Remove" }));
    expect(await screen.findByText("Acme Cloud was removed.")).toBeInTheDocument();
  });
});
