/** As `span-text.css` has it. */
const NAME = "postil-span-selection";

/** Paints what is being selected; nothing is laid out or drawn anew for it, however long the text is. */
export function paintSelection(range: Range | null): void {
  if (typeof Highlight === "undefined") return;
  if (range === null) CSS.highlights.delete(NAME);
  else CSS.highlights.set(NAME, new Highlight(range));
}
