import { render, screen } from "@testing-library/react";
import { acme, aLeaderboard, aRow, zeta } from "@tests/fake-ratings";
import { expect, it } from "vitest";
import { BoardNotes } from "./board-notes";

const rows = [aRow(acme), aRow(zeta)];

it("names the groups that cannot be compared", () => {
  const groups = [[acme.model_id], [zeta.model_id, "new-one"]];
  render(<BoardNotes data={aLeaderboard(rows, { groups })} />);
  expect(screen.getByText("Group 2: Zeta 2, new-one")).toBeInTheDocument();
});

it("does not mention a group that is not on the leaderboard", () => {
  const groups = [
    [acme.model_id, zeta.model_id],
    ["new-one", "new-two"],
  ];
  render(<BoardNotes data={aLeaderboard(rows, { groups })} />);
  expect(screen.queryByText(/Group/)).not.toBeInTheDocument();
});
