import { Link } from "@tanstack/react-router";
import { UserPlus } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { startStrings } from "../../fns/start-strings";
import { ReadyModels } from "./ready-models";

const words = startStrings.battle;

/** The prompt box of the arena, and whether the enabled models answer. */
export function BattleStep({ promptBox }: { promptBox: ReactNode }) {
  return (
    <div className="flex flex-col gap-5">
      <div className="pt-2 text-center">
        <h1 className="text-2xl leading-tight font-semibold tracking-tight text-balance md:text-[28px]">
          {words.title}
        </h1>
        <p className="mx-auto mt-1.5 max-w-lg text-balance text-dim md:text-[15px]">{words.lead}</p>
      </div>
      {promptBox}
      <ReadyModels />
      <Card className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4.5 py-3.5">
        <UserPlus aria-hidden="true" className="size-4 shrink-0" />
        <div className="min-w-40 flex-1">
          <p className="font-semibold">{words.invite}</p>
          <p className="text-[13px] text-dim">{words.inviteLead}</p>
        </div>
        <Button asChild>
          <Link to="/admin/people" search={{ show: "invitations" }}>
            {words.inviteAction}
          </Link>
        </Button>
      </Card>
    </div>
  );
}
