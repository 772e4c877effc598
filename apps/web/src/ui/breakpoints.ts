/** The widths where the page changes shape, px (LAY-09). `--breakpoint-md` and `--breakpoint-lg` in styles.css say the same. */
export const BREAKPOINTS = { sm: 450, md: 1901 } as const;

export type ScreenSize = "sm" | "md" | "lg";

/** sm up to 450 px, md up to 1901 px, lg without an upper limit (LAY-09). */
export function screenSize(width: number): ScreenSize {
  if (width <= BREAKPOINTS.sm) return "sm";
  return width <= BREAKPOINTS.md ? "md" : "lg";
}
