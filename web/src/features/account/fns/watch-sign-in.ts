import type { QueryClient } from "@tanstack/react-query";
import { toast } from "@/components/ui/toast-store";
import { api } from "@/lib/api-client";
import { Problem } from "@/lib/problem";
import { onSignInCheck } from "@/lib/sign-in-check";
import { signOut } from "../api/authentication";
import { onOtherTab, tellOtherTabs } from "./other-tabs";
import { resetQueries } from "./reset-queries";
import { accountStrings } from "./strings";

/** Limits how often the sign-in is checked, in case a browser keeps the invalid cookie. */
const AT_MOST_EVERY = 10_000;

/**
 * Notices when this browser was signed out elsewhere, and continues as a visitor. A refused request can have other
 * causes (a wrong password, a page for members), so the server is asked for the current user before anything is
 * discarded.
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
      await continueAsVisitor(queries);
    } catch {
      // If the server is unreachable, the next refused request checks again.
    } finally {
      asking = false;
    }
  };
  const ends = [onSignInCheck(find), onOtherTab(() => resetQueries(queries))];
  return () => {
    for (const end of ends) end();
  };
}

/** Only an invalid sign-in makes the request for the current user fail. */
async function hasEnded(): Promise<boolean> {
  try {
    await api.GET("/api/me");
    return false;
  } catch (error) {
    if (error instanceof Problem && error.status === 401) return true;
    throw error;
  }
}

async function continueAsVisitor(queries: QueryClient): Promise<void> {
  await signOut();
  tellOtherTabs();
  toast({ title: accountStrings.signedOut.title, detail: accountStrings.signedOut.detail });
  await resetQueries(queries);
}
