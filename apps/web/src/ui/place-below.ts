export type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
export type Size = { readonly width: number; readonly height: number };

const EDGE = 8;

/**
 * The position of a floating box, in px of the window: centred, `offset` below its anchor (CON-01), or above it if there is no
 * room below. Never nearer than 8 px to the window's edges.
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
