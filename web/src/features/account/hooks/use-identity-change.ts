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

/** What happens on this page when somebody has come in or gone: nothing of the person before stays. */
export function useIdentityChange() {
  const cache = useQueryClient();
  const router = useRouter();

  return {
    /** The form is not worth going back to, so the next page takes its place. */
    arrive: (me: Me, next?: string) => {
      tellOtherTabs();
      router.history.replace(safePath(next));
      resetQueries(cache, me);
    },
    /** Whatever was asked of the server is over; the page shows what a visitor sees. */
    depart: async () => {
      tellOtherTabs();
      // First away from the page: what it shows is no longer this person's, and would be asked for in vain.
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
