import { screen, waitFor } from "@testing-library/react";
import { fakeArena, problem } from "@tests/fake-arena";
import { member, visitor } from "@tests/fake-people";
import { expectNoAxeViolations } from "@tests/no-axe-violations";
import { renderApp } from "@tests/render-app";
import { describe, expect, it } from "vitest";

const CODE = "llmbi_0123456789abcdef";
const heading = (name: string) => screen.findByRole("heading", { level: 1, name });
const email = () => screen.findByRole("textbox", { name: "Email" });
const password = () => screen.getByLabelText("Password");
type User = ReturnType<typeof renderApp>["user"];

async function fill(user: User, secret = "four plain words here") {
  await user.type(await email(), "mira@example.org");
  await user.type(screen.getByRole("textbox", { name: "Name" }), "Mira");
  await user.type(password(), `${secret}{Enter}`);
}

function open(address: string, handlers: Parameters<typeof fakeArena>[0] = {}) {
  const arena = fakeArena({ "GET /api/me": visitor({ sign_up: "open" }), ...handlers });
  return { ...arena, ...renderApp(address) };
}

const invitation = {
  kind: "moderator",
  note: "For the judges of spring",
  expires_at: new Date(Date.now() + 3.5 * 86_400_000).toISOString(),
};

describe("signing up", () => {
  it("creates an account and signs in", async () => {
    const { user, named } = open("/sign-up?next=%2Fmodels", {
      "POST /api/auth/sign-up": { accepted: true },
      "POST /api/auth/sign-in": member(),
    });
    await heading("Sign up");
    expect(
      screen.getByText(/Everything you did as a visitor moves to your account/),
    ).toBeInTheDocument();
    expect(password()).toHaveAttribute("autocomplete", "new-password");
    await user.type(password(), "short");
    expect(password()).toHaveAccessibleDescription("5 of 10 characters");
    await user.clear(password());
    await expectNoAxeViolations();
    await fill(user);
    await heading("Models");
    const body = { email: "mira@example.org", name: "Mira", password: "four plain words here" };
    expect(named("POST /api/auth/sign-up")[0]?.body).toEqual(body);
    expect(named("POST /api/auth/sign-in")).toHaveLength(1);
  });

  it("links to sign-in for people who already have an account", async () => {
    const { user } = open("/sign-up", {
      "POST /api/auth/sign-up": { accepted: true },
      "POST /api/auth/sign-in": () => problem(401, "The email address or the password is wrong."),
    });
    await fill(user);
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "If you already have an account, sign in with its password.",
    );
    expect(await email()).toHaveValue("mira@example.org");
  });

  it("shows server errors about a password at its field", async () => {
    const { user } = open("/sign-up", {
      "POST /api/auth/sign-up": () =>
        problem(422, "Choose a password that is harder to guess.", { detail: "Too well known." }),
    });
    await fill(user, "too short");
    expect(password()).toHaveFocus();
    expect(password()).toHaveAccessibleDescription(/Use at least 10 characters/);
    await user.type(password(), " no more{Enter}");
    await waitFor(() => expect(password()).toHaveAccessibleDescription(/Too well known/));
  });

  it("shows field errors at their fields", async () => {
    const { user } = open("/sign-up", {
      "POST /api/auth/sign-up": () =>
        problem(422, "Invalid.", { errors: [{ field: "email", message: "no such host" }] }),
    });
    await fill(user);
    await waitFor(async () => expect(await email()).toHaveAccessibleDescription("no such host"));
    expect(await email()).toHaveFocus();
  });

  it("asks for an invitation code and accepts a pasted link", async () => {
    let fits = false;
    const { user, named } = open("/sign-up", {
      "GET /api/me": visitor({ sign_up: "invitation" }),
      "POST /api/auth/invitation": () =>
        fits ? invitation : problem(422, "This invitation is unknown."),
      "POST /api/auth/sign-up": { accepted: true },
      "POST /api/auth/sign-in": member(),
    });
    await fill(user);
    const code = screen.getByRole("textbox", { name: "Invitation code" });
    expect(code).toHaveFocus();
    await user.type(code, `https://arena.example/join#${CODE}{Enter}`);
    await waitFor(() => expect(code).toHaveAccessibleDescription(/This invitation is unknown/));
    expect(named("POST /api/auth/sign-up")).toEqual([]);
    fits = true;
    await user.type(code, "{Enter}");
    await heading("What would you like two models to answer?");
    expect(named("POST /api/auth/sign-up")[0]?.body).toMatchObject({ invitation: CODE });
  });

  it("says that sign-up is closed", async () => {
    open("/sign-up", { "GET /api/me": visitor() });
    await heading("Sign-up is closed");
    expect(screen.getByRole("link", { name: "Go to the arena" })).toHaveAttribute("href", "/");
  });
});

describe("an invitation", () => {
  it("hides its code, shows what it offers, and creates the account", async () => {
    const { user, router, named } = open(`/join#${CODE}`, {
      "GET /api/me": visitor(),
      "POST /api/auth/invitation": invitation,
      "POST /api/auth/sign-up": { accepted: true },
      "POST /api/auth/sign-in": member({ kind: "moderator" }),
    });
    await heading("You're invited");
    expect(router.state.location.href).toBe("/join");
    expect(screen.getByText("You're joining as a moderator.")).toBeInTheDocument();
    expect(screen.getByText("For the judges of spring")).toBeInTheDocument();
    expect(screen.getByText("in 3 days")).toBeInTheDocument();
    await user.type(await email(), "jo@example.org");
    await user.type(password(), "four plain words here");
    await user.click(screen.getByRole("button", { name: "Join" }));
    expect((await screen.findAllByRole("link", { name: "Admin" }))[0]).toHaveAttribute(
      "href",
      "/admin",
    );
    expect(named("POST /api/auth/invitation")[0]?.body).toEqual({ invitation: CODE });
    expect(named("POST /api/auth/sign-up")[0]?.body).toMatchObject({ invitation: CODE });
  });

  it("reports an invalid or incomplete link", async () => {
    open(`/join#${CODE}`, { "POST /api/auth/invitation": () => problem(422, "Unknown.") });
    await heading("This invitation does not work");
  });

  it("shows an invitation error, not a password error", async () => {
    const { user } = open(`/join#${CODE}`, {
      "POST /api/auth/invitation": invitation,
      "POST /api/auth/sign-up": () =>
        problem(422, "This invitation is invalid, used up or expired."),
    });
    await heading("You're invited");
    await fill(user);
    expect(await screen.findByRole("alert")).toHaveTextContent("This invitation is invalid");
    expect(password()).not.toHaveAttribute("aria-invalid");
  });

  it("needs its code", async () => {
    open("/join");
    await heading("The invitation code is missing");
  });

  it("is distinguished from a server error", async () => {
    open(`/join#${CODE}`, { "POST /api/auth/invitation": () => problem(500, "It broke.") });
    await heading("It broke.");
  });
});

describe("the first admin", () => {
  it("signs up with the link from the terminal", async () => {
    const { user, router, named } = open("/setup#llmbl_secret0123456789", {
      "POST /api/auth/setup": member({ kind: "admin" }),
    });
    await heading("Become the first admin");
    expect(router.state.location.href).toBe("/setup");
    await fill(user);
    await screen.findAllByRole("link", { name: "Admin" });
    expect(named("POST /api/auth/setup")[0]?.body).toMatchObject({
      secret: "llmbl_secret0123456789",
      email: "mira@example.org",
    });
  });

  it("sees errors about the link, the password and the address", async () => {
    const answers = [
      problem(422, "This link is no longer valid. Request a new one."),
      problem(422, "Choose a password that is harder to guess."),
      problem(409, "This email address is already in use."),
    ];
    const { user } = open("/setup#llmbl_secret0123456789", {
      "POST /api/auth/setup": () => answers.shift(),
    });
    await fill(user);
    expect(await screen.findByRole("alert")).toHaveTextContent("This link is no longer valid");
    await user.type(password(), "{Enter}");
    await waitFor(() => expect(password()).toHaveAccessibleDescription(/harder to guess/));
    await user.type(password(), "{Enter}");
    await waitFor(async () =>
      expect(await email()).toHaveAccessibleDescription(/is already in use/),
    );
  });

  it("needs the whole link", async () => {
    open("/setup");
    await heading("The link is incomplete");
  });
});

describe("a new password", () => {
  it("is set with a link and signs in", async () => {
    const { user, router, named } = open("/reset#llmbl_secret0123456789", {
      "POST /api/auth/reset": () => undefined,
    });
    await heading("Choose a new password");
    await user.type(screen.getByLabelText("New password"), "four plain words here{Enter}");
    await heading("Sign in");
    expect(router.state.location.pathname).toBe("/sign-in");
    expect(named("POST /api/auth/reset")[0]?.body).toEqual({
      secret: "llmbl_secret0123456789",
      password: "four plain words here",
    });
  });

  it("reports an expired or incomplete link", async () => {
    const { user } = open("/reset#llmbl_secret0123456789", {
      "POST /api/auth/reset": () => problem(422, "This link is no longer valid."),
    });
    await user.type(await screen.findByLabelText("New password"), "four plain words here{Enter}");
    expect(await screen.findByRole("alert")).toHaveTextContent("This link is no longer valid.");
  });

  it("needs the whole link", async () => {
    open("/reset");
    await heading("The link is incomplete");
  });
});
