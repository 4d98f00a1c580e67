import type { QueryClient } from "@tanstack/react-query";
import { toast } from "@/components/ui/toast-store";
import { api } from "@/lib/api-client";
import { onSignInCheck } from "@/lib/sign-in-check";
import { signOut } from "../api/authentication";
import { onOtherTab, tellOtherTabs } from "./other-tabs";
import { resetQueries } from "./reset-queries";
import { accountStrings } from "./strings";

/** A browser that will not let go of the cookie must not ask again and again for ever. */
const AT_MOST_EVERY = 10_000;

/**
 * Notices when the sign-in of this browser has ended elsewhere, and goes on as a visitor. Many refusals mean something
 * else (a wrong password, a page for members), so the server is asked who we are before anything is thrown away.
 */
export function watchSignIn(queries: QueryClient): () => void {
  let asking = false;
  let endedAt = Number.NEGATIVE_INFINITY;
  const find = async () => {
    if (asking || Date.now() - endedAt < AT_MOST_EVERY) return;
    asking = true;
    try {
      if (!(await hasEnded())) return;
      endedAt = Date.now();
      await goOnAsVisitor(queries);
    } catch {
      // Whoever cannot reach the server now meets the next refusal.
    } finally {
      asking = false;
    }
  };
  const ends = [onSignInCheck(find), onOtherTab(() => resetQueries(queries))];
  return () => {
    for (const end of ends) end();
  };
}

/** Only a sign-in that is no longer valid keeps somebody from asking who they are. */
async function hasEnded(): Promise<boolean> {
  const { response } = await api.GET("/api/me");
  return response.status === 401;
}

async function goOnAsVisitor(queries: QueryClient): Promise<void> {
  await signOut();
  tellOtherTabs();
  toast({ title: accountStrings.signedOut.title, detail: accountStrings.signedOut.detail });
  await resetQueries(queries);
}
