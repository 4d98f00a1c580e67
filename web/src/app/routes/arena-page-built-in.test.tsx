import { screen } from "@testing-library/react";
import { aBattle, anArena, fakeArena } from "@tests/fake-arena";
import { member } from "@tests/fake-people";
import { renderApp } from "@tests/render-app";
import { expect, it } from "vitest";

const lead = /^Only the small built-in model answers so far\./;

it("leads an admin from the built-in model to real ones", async () => {
  fakeArena({
    "GET /api/me": member({ kind: "admin" }),
    "GET /api/arena": anArena({ only_built_in: true }),
  });
  renderApp("/");
  expect(await screen.findByText(lead)).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Connect a real one" })).toHaveAttribute(
    "href",
    "/start?step=connect",
  );
});

it("tells others whom to ask", async () => {
  fakeArena({ "GET /api/arena": anArena({ only_built_in: true }) });
  renderApp("/");
  expect(await screen.findByText(lead)).toHaveTextContent(
    "An admin of this site can connect others.",
  );
  expect(screen.queryByRole("link", { name: "Connect a real one" })).not.toBeInTheDocument();
});

it("names the sides on the vote buttons if the site wants that", async () => {
  fakeArena({
    "GET /api/arena": anArena({ vote_labels: "sides" }),
    "GET /api/battles/*": aBattle(),
  });
  renderApp("/battles/b1");
  expect(await screen.findByRole("button", { name: "Left is better" })).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Right is better" })).toBeInTheDocument();
});
