import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { acme, aLeaderboard, aRow, zeta } from "@tests/fake-ratings";
import { expect, it, vi } from "vitest";
import { BoardNotes } from "./board-notes";

const rows = [aRow(acme), aRow(zeta)];

it("names the groups that cannot be compared", () => {
  const groups = [[acme.model_id], [zeta.model_id, "new-one"]];
  render(
    <BoardNotes
      data={aLeaderboard(rows, { groups })}
      min={undefined}
      onShowAll={() => undefined}
    />,
  );
  expect(screen.getByText("Group 2: Zeta 2, new-one")).toBeInTheDocument();
});

it("does not mention a group that is not on the leaderboard", () => {
  const groups = [
    [acme.model_id, zeta.model_id],
    ["new-one", "new-two"],
  ];
  render(
    <BoardNotes
      data={aLeaderboard(rows, { groups })}
      min={undefined}
      onShowAll={() => undefined}
    />,
  );
  expect(screen.queryByText(/Group/)).not.toBeInTheDocument();
});

it("says how many models have too few votes, and shows them", async () => {
  const onShowAll = vi.fn();
  const { rerender } = render(
    <BoardNotes
      data={aLeaderboard(rows, { rated_models: 5, min_votes: 20 })}
      min={undefined}
      onShowAll={onShowAll}
    />,
  );
  expect(screen.getByText(/3 models have fewer than 20 votes and are not listed\./)).toBeVisible();
  expect(screen.queryByText(/once they have 20 votes/)).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Show them" }));
  expect(onShowAll).toHaveBeenCalledOnce();
  rerender(
    <BoardNotes data={aLeaderboard(rows, { rated_models: 3 })} min={100} onShowAll={onShowAll} />,
  );
  expect(screen.getByText(/1 model has fewer than 100 votes and is not listed\./)).toBeVisible();
  rerender(
    <BoardNotes data={aLeaderboard(rows, { rated_models: 2 })} min={0} onShowAll={onShowAll} />,
  );
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});
