import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/lib/api-client";

/** What an invitation offers. Sent as POST, so that the code appears in no log. */
export const invitationQuery = (code: string) =>
  queryOptions({
    queryKey: ["invitation", code],
    queryFn: ({ signal }) =>
      unwrap(api.POST("/api/auth/invitation", { body: { invitation: code }, signal })),
  });
