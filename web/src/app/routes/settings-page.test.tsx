import { screen, waitFor, within } from "@testing-library/react";
import { fakeArena, problem } from "@tests/fake-arena";
import { member, visitor } from "@tests/fake-people";
import { expectNoAxeViolations } from "@tests/no-axe-violations";
import { renderApp } from "@tests/render-app";
import { describe, expect, it } from "vitest";

const part = (name: string) => screen.findByRole("heading", { level: 2, name });
const told = async (text: string) =>
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);

function open(tab: string, handlers: Parameters<typeof fakeArena>[0] = {}) {
  const arena = fakeArena({ "GET /api/me": member(), ...handlers });
  return { ...arena, ...renderApp(`/settings${tab && `?tab=${tab}`}`) };
}

describe("the settings", () => {
  it("start with the profile and keep their tab in the URL", async () => {
    const { user, router } = open("");
    await part("Profile");
    const nav = screen.getByRole("navigation", { name: "Settings sections" });
    expect(within(nav).getByRole("link", { name: "Profile" })).toHaveAttribute(
      "aria-current",
      "page",
    );
    await user.click(within(nav).getByRole("link", { name: "Appearance" }));
    await part("Appearance");
    expect(router.state.location.search).toEqual({ tab: "appearance" });
    await expectNoAxeViolations();
  });

  it("offer visitors some tabs and an account", async () => {
    open("profile", { "GET /api/me": visitor({ sign_up: "open" }) });
    await part("Appearance");
    const main = within(screen.getByRole("main"));
    expect(main.queryByRole("link", { name: "Devices" })).not.toBeInTheDocument();
    expect(main.getByText("You're browsing as a visitor")).toBeInTheDocument();
    expect(main.getByRole("link", { name: "Sign up" })).toHaveAttribute(
      "href",
      "/sign-up?next=%2Fsettings",
    );
  });

  it("show an error when they cannot be loaded", async () => {
    open("", { "GET /api/me": () => problem(500, "It broke.") });
    await screen.findByRole("heading", { level: 1, name: "It broke." });
  });
});

describe("the profile", () => {
  it("changes the name, and the email address with the password", async () => {
    let me = member();
    const { user, named } = open("profile", {
      "GET /api/me": () => me,
      "PATCH /api/me": ({ body }: { body: unknown }) => {
        me = { ...me, ...(body as object) };
        return me;
      },
    });
    const name = await screen.findByRole("textbox", { name: "Name" });
    await user.clear(name);
    await user.type(name, "Mira{Enter}");
    await told("Profile saved.");
    expect(named("PATCH /api/me")[0]?.body).toEqual({ name: "Mira" });
    await screen.findByRole("button", { name: "Account of Mira" });

    const email = screen.getByRole("textbox", { name: "Email" });
    await user.clear(email);
    await user.type(email, "new@example.org{Enter}");
    const password = await screen.findByLabelText("Current password");
    expect(password).toHaveFocus();
    await user.type(password, "the old password{Enter}");
    await waitFor(() => expect(named("PATCH /api/me")).toHaveLength(2));
    expect(named("PATCH /api/me")[1]?.body).toEqual({
      name: "Mira",
      email: "new@example.org",
      password: "the old password",
    });
  });

  it("shows errors at their fields", async () => {
    const answers = [
      problem(401, "Your password is wrong."),
      problem(409, "Somebody has it."),
      problem(403, "It is the company’s."),
    ];
    const { user } = open("profile", { "PATCH /api/me": () => answers.shift() });
    const email = await screen.findByRole("textbox", { name: "Email" });
    await user.type(email, ".uk");
    await user.type(screen.getByLabelText("Current password"), "the old password{Enter}");
    await waitFor(() =>
      expect(screen.getByLabelText("Current password")).toHaveAccessibleDescription(
        /Your password is wrong/,
      ),
    );
    await user.type(screen.getByLabelText("Current password"), "{Enter}");
    await waitFor(() => expect(email).toHaveAccessibleDescription(/Somebody has it/));
    await user.type(screen.getByLabelText("Current password"), "{Enter}");
    await waitFor(() => expect(email).toHaveAccessibleDescription(/It is the company/));
  });

  it("hides the address of people who sign in through a company", async () => {
    open("profile", { "GET /api/me": member({ has_password: false }) });
    expect(await screen.findByRole("textbox", { name: "Email" })).toHaveAttribute("readonly");
    expect(screen.queryByRole("link", { name: "Password" })).not.toBeInTheDocument();
  });
});

describe("the password", () => {
  it("can be changed, and says what that does to other devices", async () => {
    const { user, named } = open("password", { "POST /api/me/password": () => undefined });
    await part("Password");
    expect(screen.getByText(/signs out every other device/)).toBeInTheDocument();
    await user.type(screen.getByLabelText("Current password"), "the old password");
    await user.type(screen.getByLabelText("New password"), "four plain words here{Enter}");
    await told("Password changed.");
    expect(named("POST /api/me/password")[0]?.body).toEqual({
      current: "the old password",
      new: "four plain words here",
    });
    expect(screen.getByLabelText("New password")).toHaveValue("");
  });

  it("shows which password was refused", async () => {
    const answers = [problem(401, "Your password is wrong."), problem(422, "Too easy.")];
    const { user } = open("password", { "POST /api/me/password": () => answers.shift() });
    await user.type(await screen.findByLabelText("Current password"), "something");
    await user.type(screen.getByLabelText("New password"), "four plain words here{Enter}");
    await waitFor(() =>
      expect(screen.getByLabelText("Current password")).toHaveAccessibleDescription(/is wrong/),
    );
    await user.type(screen.getByLabelText("New password"), "{Enter}");
    await waitFor(() =>
      expect(screen.getByLabelText("New password")).toHaveAccessibleDescription(/Too easy/),
    );
  });
});

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) Chrome/126.0 Safari/537.36";
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5) Version/17.5 Mobile/15E148 Safari/604.1";
const signIn = (id: string, device: string, current = false) => ({
  sign_in_id: id,
  kind: "browser",
  device,
  address: "192.0.2.7",
  created_at: new Date(Date.now() - 2 * 86_400_000).toISOString(),
  last_seen_at: new Date(Date.now() - 3_600_000).toISOString(),
  expires_at: new Date(Date.now() + 86_400_000).toISOString(),
  current,
});

describe("the devices", () => {
  it("are named, and can be signed out one by one after a confirmation", async () => {
    let signIns = [signIn("a", CHROME, true), signIn("b", IPHONE)];
    const { user, handlers } = open("devices", {
      "GET /api/me/sign-ins": () => ({ sign_ins: signIns }),
      "DELETE /api/me/sign-ins/b": () => problem(503, "Not now."),
    });
    const here = (await screen.findByText("This device")).closest("li");
    expect(here).toHaveTextContent("Chrome on Linux");
    expect(here).toHaveTextContent("Last seen 1 hour ago from 192.0.2.7");
    await expectNoAxeViolations();
    const out = screen.getByRole("button", { name: "Sign out Safari on iPhone" });
    await user.click(out);
    await user.click(screen.getByRole("button", { name: "Keep it" }));
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    await user.click(out);
    const sure = async () => {
      const dialog = await screen.findByRole("dialog", { name: "Sign out Safari on iPhone?" });
      await user.click(within(dialog).getByRole("button", { name: "Sign out" }));
    };
    await sure();
    await told("The device could not be signed out.");
    handlers["DELETE /api/me/sign-ins/b"] = () => {
      signIns = [signIn("a", CHROME, true)];
      return undefined;
    };
    await user.click(out);
    await sure();
    await told("Safari on iPhone is signed out.");
    await waitFor(() => expect(out).not.toBeInTheDocument());
    expect(screen.queryByRole("button", { name: "Sign out all others" })).not.toBeInTheDocument();
  });

  it("can all be signed out except this one", async () => {
    const { user, named } = open("devices", {
      "GET /api/me/sign-ins": {
        sign_ins: [
          signIn("a", CHROME, true),
          signIn("b", IPHONE),
          { ...signIn("c", "curl/8"), kind: "program" },
        ],
      },
      "DELETE /api/me/sign-ins": () => undefined,
    });
    await user.click(await screen.findByRole("button", { name: "Sign out all others" }));
    const dialog = screen.getByRole("dialog", { name: "Sign out all other devices?" });
    expect(dialog).toHaveTextContent("2 other devices");
    await user.click(within(dialog).getByRole("button", { name: "Sign out all others" }));
    await told("All other devices are signed out.");
    expect(named("DELETE /api/me/sign-ins")).toHaveLength(1);
  });

  it("include this one, which then continues as a visitor", async () => {
    let me = member();
    const { user, router } = open("devices", {
      "GET /api/me": () => me,
      "GET /api/me/sign-ins": { sign_ins: [signIn("a", CHROME, true)] },
      "POST /api/auth/sign-out": () => {
        me = visitor();
        return undefined;
      },
    });
    await user.click(await screen.findByRole("button", { name: "Sign out Chrome on Linux" }));
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Sign out" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/"));
    expect((await screen.findAllByRole("link", { name: "Sign in" })).length).toBeGreaterThan(0);
  });

  it("show an error when they cannot be loaded", async () => {
    open("devices", { "GET /api/me/sign-ins": () => problem(500, "It broke.") });
    await part("It broke.");
  });
});
