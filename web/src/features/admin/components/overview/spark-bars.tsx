/** The trend of the last hours or days; the chart below has the numbers. */
export function SparkBars({ values }: { values: readonly number[] }) {
  const most = Math.max(1, ...values);
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${Math.max(1, values.length) * 4} 24`}
      preserveAspectRatio="none"
      className="my-1.5 h-7 w-full"
    >
      {values.map((value, index) => {
        const height = Math.max(1, (value / most) * 24);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is identified by its place in time.
            key={index}
            x={index * 4}
            y={24 - height}
            width={3}
            height={height}
            className={value > 0 ? "fill-accent" : "fill-line-strong"}
          />
        );
      })}
    </svg>
  );
}
