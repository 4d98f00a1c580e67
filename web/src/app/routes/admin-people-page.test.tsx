import { screen, waitFor, within } from "@testing-library/react";
import { anInvitation, aPerson, openAdmin } from "@tests/fake-admin";
import { problem } from "@tests/fake-arena";
import { expectNoAxeViolations } from "@tests/no-axe-violations";
import { describe, expect, it } from "vitest";

const ada = aPerson({
  account_id: "m_ada",
  name: "Ada Lovelace",
  kind: "admin",
  email: null,
  sign_ins: 1,
});
const gone = aPerson({
  account_id: "m_alan",
  name: "",
  email: "alan@example.org",
  deactivated_at: "2026-01-01T00:00:00Z",
  company: true,
  reset_asked_at: "2026-01-01T00:00:00Z",
  sign_ins: 0,
});

const open = (address = "/admin/people", more = {}) =>
  openAdmin(address, {
    "GET /api/admin/people": { people: [ada, aPerson(), gone], next_cursor: null },
    "GET /api/admin/invitations": { invitations: [] },
    ...more,
  });

describe("Admin people", () => {
  it("lists people with role and status", async () => {
    open();
    const table = await screen.findByRole("table");
    for (const text of ["Ada Lovelace", "you", "grace@example.org", "2 devices", "nowhere"]) {
      expect(within(table).getByText(text)).toBeInTheDocument();
    }
    for (const text of ["Deactivated", "Company login", "asked for a new password"]) {
      expect(within(table).getByText(text)).toBeInTheDocument();
    }
    expect(screen.getByRole("combobox", { name: "Role of Grace Hopper" })).toHaveValue("member");
    await expectNoAxeViolations();
  });

  it("keeps search and filters in the URL", async () => {
    const { user, router, calls } = open();
    await screen.findByRole("table");
    await user.type(screen.getByRole("searchbox", { name: "Search name or email" }), "gr");
    await user.selectOptions(screen.getByRole("combobox", { name: "Role" }), "Member");
    await user.selectOptions(screen.getByRole("combobox", { name: "State" }), "Deactivated");
    await waitFor(() =>
      expect(router.state.location.search).toEqual({
        q: "gr",
        role: "member",
        state: "deactivated",
      }),
    );
    await waitFor(() =>
      expect(calls.at(-1)?.request.url).toMatch(/\?q=gr&kind=member&deactivated=true$/),
    );
    await user.click(screen.getByRole("button", { name: "Clear filters" }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it("says that nobody matches", async () => {
    const { user, router } = open("/admin/people?q=zzz", {
      "GET /api/admin/people": { people: [], next_cursor: null },
    });
    await screen.findByRole("heading", { name: "No matches" });
    await user.click(screen.getAllByRole("button", { name: "Clear filters" })[1] as HTMLElement);
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it("loads more", async () => {
    const { user, handlers, calls } = open("/admin/people", {
      "GET /api/admin/people": { people: [ada], next_cursor: "next" },
    });
    const more = await screen.findByRole("button", { name: "Show more" });
    handlers["GET /api/admin/people"] = { people: [aPerson()], next_cursor: null };
    await user.click(more);
    expect(await screen.findByText("Grace Hopper")).toBeInTheDocument();
    expect(calls.at(-1)?.request.url).toContain("cursor=next");
  });

  it("asks before changing a role, and explains it", async () => {
    const { user, named } = open("/admin/people", {
      "PATCH /api/admin/people/m_grace": aPerson({ kind: "moderator" }),
    });
    const role = await screen.findByRole("combobox", { name: "Role of Grace Hopper" });
    await user.selectOptions(role, "Moderator");
    const dialog = screen.getByRole("dialog", { name: "Make Grace Hopper a moderator?" });
    expect(dialog).toHaveTextContent("Moderators review flagged chats");
    await user.click(within(dialog).getByRole("button", { name: "Change role" }));
    expect(await screen.findByText("Grace Hopper is now: Moderator")).toBeInTheDocument();
    expect(named("PATCH /api/admin/people/m_grace")[0]?.body).toEqual({ kind: "moderator" });
  });

  it("protects the last admin", async () => {
    const { user } = open("/admin/people", {
      "PATCH /api/admin/people/m_ada": () =>
        problem(409, "This is the last admin. Make somebody else an admin first."),
    });
    await user.selectOptions(
      await screen.findByRole("combobox", { name: "Role of Ada Lovelace" }),
      "Member",
    );
    expect(screen.getByRole("dialog")).toHaveTextContent("signs the person out everywhere");
    await user.click(screen.getByRole("button", { name: "Change role" }));
    expect(await screen.findByText("The change could not be saved.")).toBeInTheDocument();
    expect(screen.getAllByText(/This is the last admin/).length).toBeGreaterThan(0);
    expect(screen.getByRole("combobox", { name: "Role of Ada Lovelace" })).toHaveValue("admin");
  });

  it("creates a reset link that is shown once", async () => {
    const { user } = open("/admin/people", {
      "POST /api/admin/people/m_grace/reset": {
        link: "https://site.example/reset#secret",
        expires_at: "2026-02-01T00:00:00Z",
      },
    });
    await user.click(await screen.findByRole("button", { name: "Actions for Grace Hopper" }));
    await user.click(screen.getByRole("menuitem", { name: "Create reset link" }));
    await user.click(screen.getByRole("button", { name: "Create reset link" }));
    const link = await screen.findByRole("textbox", { name: "Reset link" });
    expect(link).toHaveValue("https://site.example/reset#secret");
    await user.click(screen.getByRole("button", { name: "Copy" }));
    expect(await navigator.clipboard.readText()).toBe("https://site.example/reset#secret");
  });

  it("signs out, deactivates and activates after a confirmation", async () => {
    const { user, named } = open("/admin/people", {
      "DELETE /api/admin/people/m_grace/sign-ins": () => undefined,
      "PATCH /api/admin/people/m_grace": aPerson(),
      "PATCH /api/admin/people/m_alan": gone,
    });
    const menu = "Actions for Grace Hopper";
    await user.click(await screen.findByRole("button", { name: menu }));
    await user.click(screen.getByRole("menuitem", { name: "Sign out everywhere" }));
    await user.click(screen.getByRole("button", { name: "Sign out everywhere" }));
    expect(await screen.findByText("Grace Hopper is signed out everywhere.")).toBeInTheDocument();
    await user.click(await screen.findByRole("button", { name: menu }));
    await user.click(screen.getByRole("menuitem", { name: "Deactivate" }));
    await user.click(screen.getByRole("button", { name: "Deactivate" }));
    expect(await screen.findByText("Grace Hopper is deactivated.")).toBeInTheDocument();
    expect(named("PATCH /api/admin/people/m_grace")[0]?.body).toEqual({ deactivated: true });
    await user.click(screen.getByRole("button", { name: "Actions for alan@example.org" }));
    await user.click(screen.getByRole("menuitem", { name: "Activate" }));
    await user.click(screen.getByRole("button", { name: "Activate" }));
    expect(await screen.findByText("alan@example.org can sign in again.")).toBeInTheDocument();
  });
});

describe("invitations", () => {
  it("explains an empty list", async () => {
    open("/admin/people?show=invitations");
    await screen.findByRole("heading", { name: "No invitations" });
  });

  it("creates a link with role, number of uses and expiry", async () => {
    const { user, named } = open("/admin/people", {
      "POST /api/admin/invitations": {
        ...anInvitation(),
        code: "secret",
        link: "https://site.example/join#secret",
      },
    });
    await user.click(await screen.findByRole("button", { name: "Invite" }));
    const dialog = screen.getByRole("dialog", { name: "Create an invitation" });
    await user.selectOptions(within(dialog).getByLabelText("Role for new accounts"), "Moderator");
    const places = within(dialog).getByLabelText("Number of people");
    await user.clear(places);
    await user.type(places, "5");
    await user.clear(within(dialog).getByLabelText("Valid for (days)"));
    await user.type(within(dialog).getByLabelText("Valid for (days)"), "14");
    await user.type(within(dialog).getByLabelText("Note"), "Helpers");
    await expectNoAxeViolations();
    await user.click(within(dialog).getByRole("button", { name: "Create link" }));
    expect(await screen.findByRole("textbox", { name: "Invitation link" })).toHaveValue(
      "https://site.example/join#secret",
    );
    expect(named("POST /api/admin/invitations")[0]?.body).toEqual({
      kind: "moderator",
      places: 5,
      days: 14,
      note: "Helpers",
    });
  });

  it("lists them with their state and revokes one after a confirmation", async () => {
    const { user, router, named } = open("/admin/people", {
      "GET /api/admin/invitations": {
        invitations: [
          anInvitation(),
          anInvitation({ invitation_id: "i2", note: "", taken: 30 }),
          anInvitation({ invitation_id: "i3", note: "Old", expires_at: "2020-01-01T00:00:00Z" }),
          anInvitation({ invitation_id: "i4", note: "Off", revoked_at: "2020-01-01T00:00:00Z" }),
        ],
      },
      "DELETE /api/admin/invitations/i1": () => undefined,
    });
    await user.click(await screen.findByRole("radio", { name: "Invitations" }));
    await waitFor(() => expect(router.state.location.search).toEqual({ show: "invitations" }));
    const table = await screen.findByRole("table");
    for (const state of ["Open", "Used up", "Expired", "Revoked"]) {
      expect(within(table).getByText(state)).toBeInTheDocument();
    }
    await user.click(screen.getByRole("button", { name: "Revoke Class of 2026" }));
    const dialog = screen.getByRole("dialog", { name: "Revoke “Class of 2026”?" });
    await user.click(within(dialog).getByRole("button", { name: "Revoke" }));
    expect(await screen.findByText("Invitation revoked.")).toBeInTheDocument();
    expect(named("DELETE /api/admin/invitations/i1")).toHaveLength(1);
    await user.click(screen.getByRole("radio", { name: "People" }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });
});
