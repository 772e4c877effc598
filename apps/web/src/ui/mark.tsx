/** The mark: an open bracket with a dot in the margin. Also the favicon (public/mark.svg). */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true" className="flex-none">
      <path d="M18.5 3.5H13v17h5.5" stroke="var(--ink)" strokeWidth="2.5" />
      <circle cx="6.5" cy="12" r="2.75" fill="var(--accent)" />
    </svg>
  );
}
