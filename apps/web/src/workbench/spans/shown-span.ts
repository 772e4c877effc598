import type { Span, Stretch } from "@postil/domain/spans/span";

/**
 * - `solid`: what a person says: the words in the label's fill.
 * - `suggested`: prefilled and not touched: the words in a dotted box, violet.
 * - `predicted`: beside what a person says: a dotted line under the words in the label's tone.
 */
export type SpanLook = "solid" | "suggested" | "predicted";

/** A span with how it is drawn. `key` tells all spans of one text apart. */
export type ShownSpan = Span & {
  readonly key: string;
  /** the label as people read it */
  readonly name: string;
  readonly look: SpanLook;
  /** 0 to 49: the slot of the entity colour (TEN-10, TEN-11) */
  readonly color: number;
  /** a machine said so, too */
  readonly star: boolean;
  /** behind the name: "88 %" */
  readonly score?: string | undefined;
  /** shown on hover: "Species, 88 %, cataloguer-1" */
  readonly hint?: string | undefined;
};

/** Where the keyboard is in a text: what a label would mark, and the span it stands on, if any. */
export type SpanTarget = { readonly stretch: Stretch; readonly span: ShownSpan | null };

export type Selected = {
  /** The stretch marked last, which a click with Shift made longer: the new one takes its place. */
  readonly extended: Stretch | null;
  readonly by: "mouse" | "finger" | "keys";
};

/** What a selection becomes at once. */
export type LabelOffer = { readonly name: string; readonly color: number };

/** What people do to a text with spans. All of them are optional: without `onSelect` the text can only be read. */
export type SpanActions = {
  /** Words were selected: by a drag or a double click, or by Enter or Space in the word mode. */
  readonly onSelect?: (stretch: Stretch, how: Selected) => void;
  /** Which label words get is to be asked for: a finger selected them, or what they would become is not meant. */
  readonly onChoose?: (stretch: Stretch) => void;
  /** A span's name was pressed, or Enter on the span: its labels are asked for. */
  readonly onOpen?: (span: ShownSpan) => void;
  /** The cross at a span's name, or Delete on the span. */
  readonly onRemove?: (span: ShownSpan) => void;
  /** The words of a span were clicked, so often. Without it a double click there selects the word. */
  readonly onPress?: (span: ShownSpan, clicks: number) => void;
  /** A key of the word mode that the text does not know: digits and letters of labels. True when it was one. */
  readonly onKey?: (event: KeyboardEvent, target: SpanTarget) => boolean;
  /** Escape asked to leave the word mode: the focus goes to where the labels are. */
  readonly onLeave?: () => void;
  /** The keyboard is in the text, or is not any more. */
  readonly onWordMode?: (on: boolean) => void;
};
