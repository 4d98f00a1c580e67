import { $api } from "@/lib/api-client";

/** What an invitation offers. Sent as POST, so that the code appears in no log. */
export const invitationQuery = (code: string) =>
  $api.queryOptions("post", "/api/auth/invitation", { body: { invitation: code } });
