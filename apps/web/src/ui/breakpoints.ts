/** The widths at which the layout changes, px (LAY-09). Must match `--breakpoint-md` and `--breakpoint-lg` in styles.css. */
export const BREAKPOINTS = { sm: 450, md: 1901 } as const;
