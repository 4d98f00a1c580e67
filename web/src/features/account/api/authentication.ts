import type { components } from "@/api/schema";
import { api, unwrap } from "@/lib/api-client";
import type { Me } from "./me";

type Schemas = components["schemas"];

export function signIn(wanted: Schemas["SignInIn"]): Promise<Me> {
  return unwrap(api.POST("/api/auth/sign-in", { body: wanted }));
}

/** The response is the same whether or not the address is taken. */
export async function signUp(wanted: Schemas["SignUpIn"]): Promise<void> {
  await api.POST("/api/auth/sign-up", { body: wanted });
}

export function setUp(wanted: Schemas["SetupIn"]): Promise<Me> {
  return unwrap(api.POST("/api/auth/setup", { body: wanted }));
}

/** The response is the same whether or not the address is known. */
export async function requestReset(wanted: Schemas["ResetRequestIn"]): Promise<void> {
  await api.POST("/api/auth/reset-request", { body: wanted });
}

export async function resetPassword(wanted: Schemas["ResetIn"]): Promise<void> {
  await api.POST("/api/auth/reset", { body: wanted });
}

/** Also removes the cookie of a sign-in that has already ended. */
export async function signOut(): Promise<void> {
  await api.POST("/api/auth/sign-out");
}
