import { api } from "@/lib/api-client";
import { peopleStrings } from "../fns/people-strings";
import { useChange } from "../hooks/use-change";
import type { Body, GetResponse } from "./response-types";

export type Invitation = GetResponse<"/api/admin/invitations">["invitations"][number];
export type InvitationInput = Body<"/api/admin/invitations", "post">;

const words = peopleStrings.invitations;

export function useInvite() {
  return useChange(
    (body: InvitationInput) => api.POST("/api/admin/invitations", { body }),
    words.makeFailed,
  );
}

export function useRevokeInvitation() {
  return useChange(
    (invitationId: string) =>
      api.DELETE("/api/admin/invitations/{invitation_id}", {
        params: { path: { invitation_id: invitationId } },
      }),
    words.revokeFailed,
  );
}
