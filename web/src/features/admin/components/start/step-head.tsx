interface StepHeadProps {
  title: string;
  lead: string;
}

export function StepHead({ title, lead }: StepHeadProps) {
  return (
    <div>
      <h1 className="text-2xl leading-tight font-semibold tracking-tight text-balance md:text-[28px]">
        {title}
      </h1>
      <p className="mt-1.5 text-pretty text-dim md:text-[15px]">{lead}</p>
    </div>
  );
}
