import type { components } from "@/api/schema";
import { api } from "@/lib/api-client";
import { useCall } from "@/lib/use-call";

export type SignIn = components["schemas"]["SignInOut"];

/** Ends one sign-in, or without an id all other ones. */
export function useEndSignIns() {
  return useCall(
    (id: string | undefined) =>
      id === undefined
        ? api.DELETE("/api/me/sign-ins")
        : api.DELETE("/api/me/sign-ins/{sign_in_id}", { params: { path: { sign_in_id: id } } }),
    { refetch: "/api/me/sign-ins" },
  );
}
