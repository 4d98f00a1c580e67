import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { showErrorToast } from "@/components/ui/error-toast";
import { toast } from "@/components/ui/toast-store";
import { signOut } from "../api/authentication";
import type { Me } from "../api/me";
import { safePath } from "../fns/next-page";
import { tellOtherTabs } from "../fns/other-tabs";
import { resetQueries } from "../fns/reset-queries";
import { accountStrings } from "../fns/strings";

/** Updates the page after signing in or out: removes all data of the previous user. */
export function useIdentityChange() {
  const cache = useQueryClient();
  const router = useRouter();

  return {
    /** Replaces the form in the browser history with the next page. */
    arrive: (me: Me, next?: string) => {
      tellOtherTabs();
      router.history.replace(safePath(next));
      resetQueries(cache, me);
    },
    /** Discards everything that was loaded and shows the page as a visitor sees it. */
    depart: async () => {
      tellOtherTabs();
      // Leave the page first: its data no longer belongs to this person, and refetching it would fail.
      await router.navigate({ to: "/" });
      await resetQueries(cache);
    },
  };
}

export function useSignOut() {
  const { depart } = useIdentityChange();
  return async () => {
    try {
      await signOut();
      await depart();
      toast({ title: accountStrings.menu.signedOut });
    } catch (error) {
      showErrorToast(accountStrings.menu.signOutFailed, error);
    }
  };
}
