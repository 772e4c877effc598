/** Tooltips (CON-01, CON-02, CON-06): sizes in px, times in ms. */
export const TOOLTIP = {
  width: 208,
  maxHeight: 360,
  offset: 8,
  openDelay: 100,
  closeDelay: 150,
  copiedFor: 1000,
} as const;

/** Diameter of the circle badge in px (CON-04). */
export const BADGE_SIZES = { small: 34, medium: 45 } as const;

/** How long Ctrl (Cmd) must be held to show or hide the key caps, ms (design/keys.md#rules). */
export const KEY_CAP_HOLD = 350;

/** The widths at which the layout changes, px (LAY-09). Must match `--breakpoint-md` and `--breakpoint-lg` in styles.css. */
export const BREAKPOINTS = { sm: 450, md: 1901 } as const;
