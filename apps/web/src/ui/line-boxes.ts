/** The box of a range on each line. The browser returns a box for each piece of text and each element instead. */
export function lineBoxes(range: Range): readonly DOMRect[] {
  const lines: DOMRect[] = [];
  for (const piece of range.getClientRects()) {
    const line = lines.at(-1);
    if (piece.width === 0) continue;
    if (line !== undefined && piece.top < line.bottom && line.top < piece.bottom)
      lines[lines.length - 1] = around(line, piece);
    else lines.push(piece);
  }
  return lines;
}

function around(a: DOMRect, b: DOMRect): DOMRect {
  const left = Math.min(a.left, b.left);
  const top = Math.min(a.top, b.top);
  return new DOMRect(left, top, Math.max(a.right, b.right) - left, Math.max(a.bottom, b.bottom) - top);
}
