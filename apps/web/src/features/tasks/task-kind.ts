import type { GlobalLabel } from "@postil/domain/tasks/labels";
import type { ShownTaskRecord } from "@postil/domain/tasks/shown-record";
import type { ComponentType, ReactNode } from "react";
import type { RecordActions } from "./saving/use-task-actions.ts";

/** The area left of the right margin and above the action row: the record's content and its answer. */
export type AreaProps<Of extends ShownTaskRecord> = {
  readonly record: Of;
  readonly labels: readonly GlobalLabel[];
  /** Only this record shows its keys and reacts to them. */
  readonly isCursor: boolean;
  /** The only record on the page, so all of its labels are shown. */
  readonly alone: boolean;
  readonly actions: RecordActions;
};

/** `toCursor` makes the record the cursor record, as a click in its row does. */
export type AnnotateProps<Of extends ShownTaskRecord> = AreaProps<Of> & { readonly toCursor: () => void };

export type ExploreProps<Of extends ShownTaskRecord> = Pick<AreaProps<Of>, "record" | "labels" | "isCursor">;

export type MarginProps<Of extends ShownTaskRecord> = {
  readonly record: Of;
  readonly isCursor: boolean;
  readonly children?: ReactNode;
};

export type StripProps = {
  /** The selected records, at least one. */
  readonly records: readonly ShownTaskRecord[];
  readonly labels: readonly GlobalLabel[];
  readonly actions: RecordActions;
};

export type BesideProps = {
  /** The cursor record. */
  readonly record: ShownTaskRecord | null;
  readonly actions: RecordActions;
};

/** The parts of record labeling that differ between tasks. */
export type TaskKind<Of extends ShownTaskRecord = ShownTaskRecord> = {
  readonly Annotate: ComponentType<AnnotateProps<Of>>;
  readonly Explore: ComponentType<ExploreProps<Of>>;
  /** Replaces the usual right margin. */
  readonly Margin?: ComponentType<MarginProps<Of>>;
  /** In the strip above the list, for the selected records. */
  readonly Strip?: ComponentType<StripProps>;
  /** At the end of the strip; `children`: the default content there. */
  readonly StripEnd?: ComponentType<{ readonly labels: readonly GlobalLabel[]; readonly children: ReactNode }>;
  /** At the end of the strip, in read-only modes. */
  readonly ReadingEnd?: ComponentType;
  /** Above the list. */
  readonly Bar?: ComponentType<{ readonly labels: readonly GlobalLabel[] }>;
  /** Below status and date of a read-only row. */
  readonly MarginEnd?: ComponentType<{ readonly record: Of }>;
  /** In the action row of the cursor record, after its buttons. */
  readonly Extra?: ComponentType<AreaProps<Of>>;
  /** True while the user types the record's answer: validating then means saving it, and the keys of the row are inactive. */
  readonly useTyping?: (record: Of) => boolean;
  /** Other unsaved work of the dataset, in words for the header; null if there is none. */
  readonly useKept?: () => string | null;
  /** Replaces the panel beside the list in annotate mode, as long as it is open. */
  readonly beside?: { readonly useOpen: () => boolean; readonly Panel: ComponentType<BesideProps> };
};

/** The list gives each kind only the records of its own task, but the type of the list does not express this. */
export const ofItsTask = <Of extends ShownTaskRecord>(kind: TaskKind<Of>) => kind as unknown as TaskKind;
