/** Six dots: a handle to drag. */
export function Grip({ size = 16 }: { size?: number }) {
  const dots = [6, 12, 18].flatMap((y) => [9, 15].map((x) => ({ x, y })));
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true" className="flex-none">
      {dots.map(({ x, y }) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r="1.5" />
      ))}
    </svg>
  );
}
