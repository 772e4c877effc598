const RADIUS = 7;
const LENGTH = 2 * Math.PI * RADIUS;

/** A share from 0 to 1 as a ring with its words beside it: how similar a record is. */
export function ScoreRing({ score, label }: { score: number; label: string }) {
  const circle = { cx: 9, cy: 9, r: RADIUS, fill: "none", strokeWidth: 2.5 } as const;
  return (
    <span className="inline-flex items-center gap-1.5 tabular-nums">
      <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true" className="-rotate-90">
        <circle {...circle} stroke="var(--edge)" opacity="0.35" />
        <circle
          {...circle}
          stroke="var(--accent)"
          strokeDasharray={`${Math.min(1, Math.max(0, score)) * LENGTH} ${LENGTH}`}
        />
      </svg>
      {label}
    </span>
  );
}
