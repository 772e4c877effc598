/** A percentage, 0 to 100, as a ring of 18 px. Hidden from screen readers, because the number is beside it. */
export function ScoreRing({ percent }: { percent: number }) {
  const circle = { cx: 10, cy: 10, r: 8, pathLength: 100 };
  return (
    <svg
      width={18}
      height={18}
      viewBox="0 0 20 20"
      fill="none"
      strokeWidth={2.5}
      aria-hidden="true"
      className="flex-none -rotate-90"
    >
      <circle {...circle} className="stroke-line" />
      <circle {...circle} className="stroke-accent" strokeDasharray={`${percent} 100`} />
    </svg>
  );
}
