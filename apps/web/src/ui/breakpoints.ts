/** The widths where the page changes shape, px (LAY-09). `--breakpoint-md` and `--breakpoint-lg` in styles.css say the same. */
export const BREAKPOINTS = { sm: 450, md: 1901 } as const;
