import type { GlobalLabel } from "@postil/domain/tasks/labels";
import type { ShownTaskRecord } from "@postil/domain/tasks/shown-record";
import type { ComponentType, ReactNode } from "react";
import type { RecordActions } from "./saving/record-actions.ts";

/** What is left of a row's right margin and above its action row: the record's content and its answer. */
export type AreaProps<Of extends ShownTaskRecord> = {
  readonly record: Of;
  readonly labels: readonly GlobalLabel[];
  /** Keys are shown and heard for this record alone. */
  readonly isCursor: boolean;
  /** The only record on the page: all of its labels are shown. */
  readonly alone: boolean;
  readonly actions: RecordActions;
};

/** With `toCursor` the record becomes the cursor's, as a click in its row makes it. */
export type AnnotateProps<Of extends ShownTaskRecord> = AreaProps<Of> & { readonly toCursor: () => void };

export type ExploreProps<Of extends ShownTaskRecord> = Pick<AreaProps<Of>, "record" | "labels" | "isCursor">;

export type MarginProps<Of extends ShownTaskRecord> = {
  readonly record: Of;
  readonly isCursor: boolean;
  readonly children?: ReactNode;
};

export type StripProps = {
  /** Those selected; at least one. */
  readonly records: readonly ShownTaskRecord[];
  readonly labels: readonly GlobalLabel[];
  readonly actions: RecordActions;
};

export type BesideProps = {
  /** At the cursor. */
  readonly record: ShownTaskRecord | null;
  readonly actions: RecordActions;
};

export type ActionName = "validate" | "discard" | "clear" | "reset";

/** What labeling the records of a task differs by. */
export type TaskKind<Of extends ShownTaskRecord = ShownTaskRecord> = {
  readonly Annotate: ComponentType<AnnotateProps<Of>>;
  readonly Explore: ComponentType<ExploreProps<Of>>;
  /** In place of the usual right margin. */
  readonly Margin?: ComponentType<MarginProps<Of>>;
  /** In the strip over the list, for the records selected. */
  readonly Strip?: ComponentType<StripProps>;
  /** At the end of the strip; `children`: what stands there else. */
  readonly StripEnd?: ComponentType<{ readonly labels: readonly GlobalLabel[]; readonly children: ReactNode }>;
  /** At the end of the strip while records are only read. */
  readonly ReadingEnd?: ComponentType;
  /** Above the list. */
  readonly Bar?: ComponentType<{ readonly labels: readonly GlobalLabel[] }>;
  /** Under status and date of a row that is only read. */
  readonly MarginEnd?: ComponentType<{ readonly record: Of }>;
  /** In the action row of the cursor record, after its buttons. */
  readonly Extra?: ComponentType<AreaProps<Of>>;
  readonly buttons: (record: Of) => readonly ActionName[];
  /** Whether the answer of the record is being typed: to validate is to save it then, and the keys of the row rest. */
  readonly useTyping?: (record: Of) => boolean;
  /** What else of the dataset is kept and not saved, in words for the header; null: nothing. */
  readonly useKept?: () => string | null;
  /** Stands in the place of the panel beside the list, in annotate mode, for as long as it is open. */
  readonly beside?: { readonly useOpen: () => boolean; readonly Panel: ComponentType<BesideProps> };
};

/** The list hands each kind the records of its own task, which the type of the list does not say. */
export const ofItsTask = <Of extends ShownTaskRecord>(kind: TaskKind<Of>) => kind as unknown as TaskKind;
