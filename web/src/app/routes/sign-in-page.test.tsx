import { fireEvent, screen, waitFor } from "@testing-library/react";
import { fakeArena, problem } from "@tests/fake-arena";
import { member, visitor } from "@tests/fake-people";
import { expectNoAxeViolations } from "@tests/no-axe-violations";
import { renderApp } from "@tests/render-app";
import { describe, expect, it } from "vitest";

const heading = (name: string) => screen.findByRole("heading", { level: 1, name });
const email = () => screen.findByRole("textbox", { name: "Email" });
const password = () => screen.getByLabelText("Password");
const submit = () => screen.getByRole("button", { name: "Sign in" });

function open(handlers: Parameters<typeof fakeArena>[0] = {}, address = "/sign-in") {
  const arena = fakeArena({ "GET /api/me": visitor(), ...handlers });
  return { ...arena, ...renderApp(address) };
}

describe("signing in", () => {
  it("signs in and returns to the previous page", async () => {
    const { user, router, named } = open(
      { "POST /api/auth/sign-in": member() },
      "/sign-in?next=%2Fmodels",
    );
    await user.type(await email(), "mira@example.org");
    expect(await email()).toHaveAttribute("autocomplete", "username");
    expect(password()).toHaveAttribute("autocomplete", "current-password");
    await user.type(password(), "four plain words here{Enter}");
    await heading("Models");
    expect(router.state.location.pathname).toBe("/models");
    expect(named("POST /api/auth/sign-in")[0]?.body).toEqual({
      email: "mira@example.org",
      password: "four plain words here",
    });
    expect(await screen.findByRole("button", { name: "Account of Mira Koch" })).toBeInTheDocument();
    await waitFor(() => expect(named("GET /api/sessions").length).toBeGreaterThan(1));
  });

  it("shows missing fields before sending anything", async () => {
    const { user, named } = open();
    await email();
    await user.click(submit());
    expect(await email()).toHaveAccessibleDescription("Enter your email address.");
    expect(await email()).toHaveFocus();
    await user.type(await email(), "mira@example.org{Enter}");
    expect(password()).toHaveFocus();
    expect(password()).toHaveAccessibleDescription("Enter a password.");
    expect(named("POST /api/auth/sign-in")).toEqual([]);
  });

  it("keeps the input when the password is wrong", async () => {
    const { user, named } = open({
      "POST /api/auth/sign-in": () => problem(401, "The email address or the password is wrong."),
    });
    await user.type(await email(), "mira@example.org");
    await user.type(password(), "a wrong password{Enter}");
    await screen.findByText("The email address or the password is wrong.");
    expect(password()).toHaveFocus();
    expect(password()).toHaveValue("a wrong password");
    expect(await email()).toHaveValue("mira@example.org");
    await expectNoAxeViolations();
    // A visitor who was never signed in gets no "signed out" message.
    await waitFor(() => expect(named("GET /api/me").length).toBeGreaterThan(1));
    expect(named("POST /api/auth/sign-out")).toEqual([]);
  });

  it("shows server errors with their request id", async () => {
    const { user } = open({
      "POST /api/auth/sign-in": () => problem(500, "It broke.", { request_id: "req_9" }),
    });
    await user.type(await email(), "mira@example.org");
    await user.type(password(), "four plain words here{Enter}");
    expect(await screen.findByRole("alert")).toHaveTextContent("It broke.");
    expect(screen.getByText("req_9")).toBeInTheDocument();
  });

  it("shows and hides the password, and warns of caps lock", async () => {
    const { user } = open();
    await email();
    await user.click(screen.getByRole("button", { name: "Show password" }));
    expect(password()).toHaveAttribute("type", "text");
    await user.click(screen.getByRole("button", { name: "Hide password" }));
    expect(password()).toHaveAttribute("type", "password");
    fireEvent.keyDown(password(), { key: "A", modifierCapsLock: true });
    expect(await screen.findByText("Caps Lock is on.")).toBeInTheDocument();
    fireEvent.blur(password());
    expect(screen.queryByText("Caps Lock is on.")).not.toBeInTheDocument();
  });

  it("offers company login, sign-up and help if the site has them", async () => {
    open({
      "GET /api/me": visitor({ company: "Sign in with Acme", sign_up: "open", needs_setup: true }),
    });
    expect(await screen.findByRole("link", { name: "Sign in with Acme" })).toHaveAttribute(
      "href",
      "/api/auth/oidc/start",
    );
    expect(screen.getAllByRole("link", { name: "Sign up" }).length).toBeGreaterThan(0);
    expect(
      screen.getByText("The setup link for the first admin is in the server's terminal."),
    ).toBeInTheDocument();
  });

  it("refers to the admins for a new password if no mail is sent", async () => {
    const { user, named } = open({ "POST /api/auth/reset-request": { accepted: true } });
    await user.type(await email(), "mira@example.org");
    await user.click(await screen.findByRole("button", { name: "Forgot your password?" }));
    await heading("Reset your password");
    expect(screen.getByText(/Ask an admin of this site for a reset link/)).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Request a link" }));
    expect(await screen.findByText(/One of them will give you the link/)).toBeInTheDocument();
    expect(named("POST /api/auth/reset-request")[0]?.body).toEqual({ email: "mira@example.org" });
    await user.click(screen.getByRole("button", { name: "Back to sign in" }));
    await heading("Sign in");
  });

  it("sends a link for a new password if mail is configured", async () => {
    const { user, named } = open({
      "GET /api/me": visitor({ mail: true }),
      "POST /api/auth/reset-request": { accepted: true },
    });
    await user.type(await email(), "mira@example.org");
    await user.click(screen.getByRole("button", { name: "Forgot your password?" }));
    await heading("Reset your password");
    expect(await email()).toHaveValue("mira@example.org");
    await user.click(screen.getByRole("button", { name: "Send reset link" }));
    expect(await screen.findByText(/If there is an account with this address/)).toBeInTheDocument();
    expect(named("POST /api/auth/reset-request")[0]?.body).toEqual({ email: "mira@example.org" });
  });

  it("says why company login failed, and retries it with the same target page", async () => {
    open(
      { "GET /api/me": visitor({ company: "Sign in with Acme" }) },
      "/sign-in?problem=not-of-company&next=%2Fmodels",
    );
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "Your email domain is not allowed on this site.",
    );
    expect(screen.getByRole("link", { name: "Sign in with Acme" })).toHaveAttribute(
      "href",
      "/api/auth/oidc/start?page=%2Fmodels",
    );
  });

  it("shows no text from the URL", async () => {
    open({}, "/sign-in?problem=Call+this+number");
    await heading("Sign in");
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });

  it("is not shown to people who are signed in", async () => {
    const { user, router } = open({
      "GET /api/me": member({ name: "" }),
      "POST /api/auth/sign-out": undefined as unknown as object,
    });
    await heading("You are signed in as mira@example.org");
    await user.click(screen.getByRole("button", { name: "Continue" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/"));
  });

  it("shows an error when the current user cannot be loaded", async () => {
    open({ "GET /api/me": () => problem(503, "Not now.") });
    await heading("Not now.");
  });
});
