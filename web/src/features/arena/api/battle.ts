import type { paths } from "@/api/schema";

export type Arena = paths["/api/arena"]["get"]["responses"][200]["content"]["application/json"];
export type Battle =
  paths["/api/battles/{battle_id}"]["get"]["responses"][200]["content"]["application/json"];
export type SharedBattle =
  paths["/api/shared/{token}"]["get"]["responses"][200]["content"]["application/json"];
export type Message = Battle["messages"][number];
export type Mode = Battle["mode"];
export type Details = NonNullable<Battle["details"]>["left"];
export type SideFailure = NonNullable<NonNullable<Battle["failures"]>["left"]>;
export type ImageRef = NonNullable<Message["images"]>[number];
export type VoteIn = NonNullable<
  paths["/api/battles/{battle_id}/vote"]["post"]["requestBody"]
>["content"]["application/json"];
export type VoteOut =
  paths["/api/battles/{battle_id}/vote"]["post"]["responses"][200]["content"]["application/json"];
export type VoteValue = VoteIn["vote"];
export type Reason = NonNullable<VoteIn["reasons"]>[number];
export type Replay =
  paths["/api/battles/{battle_id}/replay"]["get"]["responses"][200]["content"]["application/json"];
export type CategoriesIn =
  paths["/api/battles/{battle_id}/categories"]["put"]["requestBody"]["content"]["application/json"];
export type Category = CategoriesIn["categories"][number];
export type Side = "left" | "right";
