import { useLocation, useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";

/**
 * The secret in the fragment of a link. It is removed from the address bar at once, so that nobody reads or copies it
 * there.
 */
export function useFragmentSecret(): string {
  const { hash, pathname } = useLocation();
  const router = useRouter();
  const [secret, setSecret] = useState(hash);
  useEffect(() => {
    if (!hash) return;
    setSecret(hash);
    router.history.replace(pathname);
  }, [hash, pathname, router]);
  return secret;
}
