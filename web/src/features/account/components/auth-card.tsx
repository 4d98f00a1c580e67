import type { ReactNode } from "react";
import { BrandMark } from "@/components/layouts/brand-mark";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { accountStrings } from "../fns/strings";

interface EntryCardProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  /** Content below the card. */
  foot?: ReactNode;
}

/** The narrow, centered card of all sign-in pages. */
export function AuthCard({ title, lead, children, foot }: EntryCardProps) {
  return (
    <div className="mx-auto flex w-full max-w-[400px] flex-col gap-4 pt-[2vh] md:pt-[7vh]">
      <Card className="flex flex-col gap-5 p-5 md:p-7">
        <div className="flex flex-col gap-1.5">
          <BrandMark />
          <h1 className="mt-2 text-[22px] leading-tight font-semibold tracking-tight">{title}</h1>
          {lead && <div className="text-dim">{lead}</div>}
        </div>
        {children}
      </Card>
      {foot && <div className="flex flex-col gap-1 text-center text-[13px] text-dim">{foot}</div>}
    </div>
  );
}

export function AuthLoading({ label = accountStrings.loading }: { label?: string }) {
  return (
    <div
      aria-busy="true"
      className="mx-auto flex w-full max-w-[400px] flex-col gap-4 pt-[2vh] md:pt-[7vh]"
    >
      <p role="status" className="sr-only">
        {label}
      </p>
      <Card className="flex flex-col gap-5 p-5 md:p-7">
        <Skeleton className="size-6" />
        <Skeleton className="h-6 w-32" />
        <Skeleton className="h-9 w-full" />
        <Skeleton className="h-9 w-full" />
        <Skeleton className="h-9 w-full" />
      </Card>
    </div>
  );
}
