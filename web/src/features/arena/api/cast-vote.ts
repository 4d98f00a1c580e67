import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/lib/api-client";
import { Problem } from "@/lib/problem";
import type { Battle, VoteIn, VoteOut } from "./battle";
import { battleQuery } from "./get-battle";

/** Whether the vote was accepted or an earlier one stands. In both cases the names are revealed. */
interface Outcome {
  stored: VoteOut;
  wasAlready: boolean;
}

async function castVote(battleId: string, vote: VoteIn, key: string): Promise<Outcome> {
  try {
    const stored = await unwrap<VoteOut>(
      api.POST("/api/battles/{battle_id}/vote", {
        params: { path: { battle_id: battleId }, header: { "idempotency-key": key } },
        body: vote,
      }),
    );
    return { stored, wasAlready: false };
  } catch (error) {
    const earlier = error instanceof Problem ? earlierVote(error, battleId) : undefined;
    if (!earlier) throw error;
    return { stored: earlier, wasAlready: true };
  }
}

function earlierVote(problem: Problem, battleId: string): VoteOut | undefined {
  const { vote, revealed_models, details } = problem.extra as Partial<VoteOut>;
  if (problem.status !== 409 || !vote || !revealed_models || !details) return undefined;
  return { battle_id: battleId, vote, revealed_models, details };
}

export function useCastVote(battleId: string, onCast: (outcome: Outcome) => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ key, ...vote }: VoteIn & { key: string }) => castVote(battleId, vote, key),
    onSuccess: (outcome, cast) => {
      cache.setQueryData<Battle>(battleQuery(battleId).queryKey, (battle) =>
        battle ? withVote(battle, outcome, cast) : battle,
      );
      onCast(outcome);
    },
    // The battle may have changed in another tab.
    onError: () => cache.invalidateQueries({ queryKey: battleQuery(battleId).queryKey }),
  });
}

function withVote(battle: Battle, { stored, wasAlready }: Outcome, cast: VoteIn): Battle {
  const { vote, revealed_models, details } = stored;
  const said = wasAlready ? undefined : cast;
  return {
    ...battle,
    status: "voted",
    can_vote: false,
    vote: {
      vote,
      reasons: said?.reasons ?? [],
      comment: said?.comment ?? null,
      created_at: new Date().toISOString(),
    },
    revealed_models,
    details,
  };
}
