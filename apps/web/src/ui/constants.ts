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

/**
 * Width of the side panel when it is open, px (LAY-06).
 * @public for the task pages, which are to come, as are the layouts that knip.json names.
 */
export const SIDE_PANEL_WIDTH = 350;

/**
 * Height that the header area of the task annotation page counts, px (LAY-08).
 * @public for the task pages too.
 */
export const HEADER_HEIGHT = 140;

/** How long Ctrl (Cmd) is held until the key caps show or hide, ms (design/keys.md#rules). */
export const KEY_CAP_HOLD = 350;
