/** An element that shows the text of a field of a record, rendered or as it was sent. */
export type MarkedField = {
  readonly element: Element;
  readonly field: string;
  readonly source: string;
  /** Shows all of its text, where it may be folded and so not show a match. */
  readonly open: () => void;
};
