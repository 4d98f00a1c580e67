import type { Details } from "../api/battle";
import { useCurrentRating } from "../api/get-current-rating";
import { arenaStrings } from "../fns/strings";

const words = arenaStrings.rating;

type Rating = NonNullable<Details["rating"]>;

interface RatingFactProps {
  modelId: string;
  rating: Rating;
  /** The vote was just cast on this page, so the leaderboard is about to change. */
  fresh: boolean;
}

/** The model's rating and how the vote changed its online Elo. */
export function RatingFact({ modelId, rating, fresh }: RatingFactProps) {
  return (
    <>
      {fresh ? <Followed modelId={modelId} rating={rating} /> : <Standing {...rating} />}
      <span title={words.eloHint(rating.online_elo_before, rating.online_elo_after)}>
        {eloWords(rating)}
      </span>
    </>
  );
}

function Followed({ modelId, rating }: { modelId: string; rating: Rating }) {
  const { data } = useCurrentRating(modelId);
  return <Standing {...(data ?? rating)} />;
}

function Standing({ elo_score, elo_ci, rank }: Pick<Rating, "elo_score" | "elo_ci" | "rank">) {
  if (elo_score === null || elo_ci === null || rank === null) return <span>{words.unrated}</span>;
  const standing = words.standing(elo_score, elo_ci, rank);
  return (
    // A new key, so that a new number fades in.
    <span key={standing} title={words.hint} className="animate-appear font-medium text-ink">
      {standing}
    </span>
  );
}

function eloWords({ online_elo_before: before, online_elo_after: after }: Rating): string {
  const change = after - before;
  return words.elo(after, change < 0 ? `−${-change}` : `+${change}`);
}
