import type { Span, Stretch } from "@postil/domain/spans/span";

/**
 * `solid`: a person's span, filled with the label's colour. `suggested`: prefilled and unchanged, in a violet dotted box.
 * `predicted`: a prediction beside a person's spans, with a dotted line below the words in the label's colour.
 */
export type SpanLook = "solid" | "suggested" | "predicted";

/** A span and how it is drawn. `key` is unique within one text. */
export type ShownSpan = Span & {
  readonly key: string;
  /** the display name of the label */
  readonly name: string;
  readonly look: SpanLook;
  /** 0 to 49: the slot of the entity colour (TEN-10, TEN-11) */
  readonly color: number;
  /** true if a machine suggested it too */
  readonly star: boolean;
  /** shown after the name: "88 %" */
  readonly score?: string | undefined;
  /** shown on hover: "Species, 88 %, cataloguer-1" */
  readonly hint?: string | undefined;
};

/** The keyboard cursor in a text: the stretch that a label would mark, and the span at the cursor, if any. */
export type SpanTarget = { readonly stretch: Stretch; readonly span: ShownSpan | null };

export type Selected = {
  /** The earlier stretch that a Shift click extended. The new one replaces it. */
  readonly extended: Stretch | null;
  readonly by: "mouse" | "finger" | "keys";
};

/** The label that a selection would get at once. */
export type LabelOffer = { readonly name: string; readonly color: number };

/** The actions on a text with spans. All are optional. Without `onSelect` the text is read-only. */
export type SpanActions = {
  /** Words were selected: by a drag or a double click, or by Enter or Space in word mode. */
  readonly onSelect?: (stretch: Stretch, how: Selected) => void;
  /** Asks for the label of words: a finger selected them, or the offered label is not wanted. */
  readonly onChoose?: (stretch: Stretch) => void;
  /** The user pressed a span's name, or Enter on the span. Asks for its label. */
  readonly onOpen?: (span: ShownSpan) => void;
  /** The user pressed the cross at a span's name, or Delete on the span. */
  readonly onRemove?: (span: ShownSpan) => void;
  /** The words of a span were clicked `clicks` times. Without this callback, a double click selects the word. */
  readonly onPress?: (span: ShownSpan, clicks: number) => void;
  /** A key of word mode that the text does not use: digits and letters of labels. Returns true if it was used. */
  readonly onKey?: (event: KeyboardEvent, target: SpanTarget) => boolean;
  /** Escape leaves word mode. The caller moves the focus to the labels. */
  readonly onLeave?: () => void;
  /** Word mode begins or ends. */
  readonly onWordMode?: (on: boolean) => void;
};
