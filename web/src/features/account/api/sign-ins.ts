import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { components } from "@/api/schema";
import { api, unwrap, unwrapEmpty } from "@/lib/api-client";

export type SignIn = components["schemas"]["SignInOut"];

const key = ["me", "sign-ins"];

export function useSignIns() {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => unwrap(api.GET("/api/me/sign-ins", { signal })),
  });
}

/** Ends one sign-in, or without an id all other ones. */
export function useEndSignIns() {
  const cache = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: (id: string | undefined) =>
      unwrapEmpty(
        id === undefined
          ? api.DELETE("/api/me/sign-ins")
          : api.DELETE("/api/me/sign-ins/{sign_in_id}", { params: { path: { sign_in_id: id } } }),
      ),
    onSettled: () => cache.invalidateQueries({ queryKey: key }),
  });
}
