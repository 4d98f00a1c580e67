import type { Invitation } from "../api/invitations";

type InvitationState = "open" | "full" | "expired" | "revoked";

export function invitationState(
  one: Pick<Invitation, "revoked_at" | "taken" | "places" | "expires_at">,
  now: Date,
): InvitationState {
  if (one.revoked_at) return "revoked";
  if (one.taken >= one.places) return "full";
  return new Date(one.expires_at) <= now ? "expired" : "open";
}
