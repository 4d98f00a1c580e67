import { useQuery } from "@tanstack/react-query";
import { api, unwrap, unwrapEmpty } from "@/lib/api-client";
import { peopleStrings } from "../fns/people-strings";
import { useChange } from "../hooks/use-change";
import type { Body, GetResponse } from "./response-types";

export type Invitation = GetResponse<"/api/admin/invitations">["invitations"][number];
export type InvitationInput = Body<"/api/admin/invitations", "post">;

const words = peopleStrings.invitations;

export function useInvitations() {
  return useQuery({
    queryKey: ["admin", "invitations"],
    queryFn: ({ signal }) => unwrap(api.GET("/api/admin/invitations", { signal })),
  });
}

export function useInvite() {
  return useChange(
    (body: InvitationInput) => unwrap(api.POST("/api/admin/invitations", { body })),
    words.makeFailed,
  );
}

export function useRevokeInvitation() {
  return useChange(
    (invitationId: string) =>
      unwrapEmpty(
        api.DELETE("/api/admin/invitations/{invitation_id}", {
          params: { path: { invitation_id: invitationId } },
        }),
      ),
    words.revokeFailed,
  );
}
