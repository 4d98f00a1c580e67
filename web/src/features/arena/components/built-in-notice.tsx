import { Link } from "@tanstack/react-router";
import { arenaStrings } from "../fns/strings";

const words = arenaStrings.start.builtIn;

/** Says that only the small built-in model answers, and what to do about it. */
export function BuiltInNotice({ isAdmin }: { isAdmin: boolean }) {
  return (
    <p className="-mt-1 text-[13px] text-balance text-dim">
      {words.lead}{" "}
      {isAdmin ? (
        <Link
          to="/start"
          search={{ step: "connect" }}
          className="font-medium text-accent hover:underline max-md:inline-flex max-md:min-h-10 max-md:items-center"
        >
          {words.connect}
        </Link>
      ) : (
        words.others
      )}
    </p>
  );
}
