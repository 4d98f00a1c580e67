import { useId } from "react";

/** The logo: left is blue, right is amber. */
export function BrandMark() {
  const tile = useId();
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className="size-6 shrink-0">
      <clipPath id={tile}>
        <rect width="24" height="24" rx="7" />
      </clipPath>
      <g clipPath={`url(#${tile})`}>
        <path className="fill-side-left" d="M0 0h13.5L8.500 24H0z" />
        <path className="fill-side-right" d="M15.500 0H24v24H10.500z" />
      </g>
    </svg>
  );
}
