import type { Me } from "@/features/account/api/me";
import { aVisitor } from "./fake-api";

export const visitor = (changes: Partial<Me> = {}): Me => ({ ...aVisitor, ...changes });

export const member = (changes: Partial<Me> = {}): Me => ({
  ...aVisitor,
  account_id: "m_1",
  kind: "member",
  name: "Mira Koch",
  email: "mira@example.org",
  scopes: ["read", "write", "admin"],
  has_password: true,
  ...changes,
});
