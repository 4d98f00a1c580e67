export type Role = "visitor" | "member" | "moderator" | "admin";

export const ROLES = ["member", "moderator", "admin"] as const;

const RANK: Record<Role, number> = { visitor: 0, member: 1, moderator: 2, admin: 3 };

export const atLeast = (role: Role, needed: Role): boolean => RANK[role] >= RANK[needed];

/** Visitors have no account, so they do not appear in the list of people. */
export const accountRole = (role: Role): (typeof ROLES)[number] =>
  role === "visitor" ? "member" : role;
