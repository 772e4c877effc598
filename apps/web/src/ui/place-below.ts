export type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
export type Size = { readonly width: number; readonly height: number };

const EDGE = 8;

/**
 * Where a floating box goes, in px of the window: centred, `offset` below its anchor (CON-01), above it where there is no room
 * below, and never nearer than 8 px to the window's edges.
 */
export function placeBelow(anchor: Box, box: Size, viewport: Size, offset: number): { left: number; top: number } {
  const centred = anchor.left + anchor.width / 2 - box.width / 2;
  const below = anchor.top + anchor.height + offset;
  const above = anchor.top - offset - box.height;
  const fits = below + box.height <= viewport.height - EDGE;
  return {
    left: Math.max(EDGE, Math.min(centred, viewport.width - EDGE - box.width)),
    top: fits || above < EDGE ? below : above,
  };
}
