import type { components } from "@/api/schema";
import { api, unwrap } from "@/lib/api-client";
import type { Me } from "./me";

type Schemas = components["schemas"];

export function changeProfile(wanted: Schemas["ProfileIn"]): Promise<Me> {
  return unwrap(api.PATCH("/api/me", { body: wanted }));
}

export async function changePassword(wanted: Schemas["PasswordIn"]): Promise<void> {
  await api.POST("/api/me/password", { body: wanted });
}

/** Deletes all data of the account, or of this browser's visitor. */
export async function deleteAccount(wanted: Schemas["LeaveIn"]): Promise<void> {
  await api.POST("/api/me/leave", { body: wanted });
}
