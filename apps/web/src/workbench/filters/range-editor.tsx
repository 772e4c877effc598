import { conditionOfEnds, endsOf, type Track } from "@postil/domain/search/filter-range";
import { withCondition } from "@postil/domain/search/record-criteria";
import { conditionAt } from "./condition-at.ts";
import { RangeEnds } from "./range-ends.tsx";
import type { EditorProps } from "./terms-editor.tsx";

type RangeEditorProps = EditorProps & {
  track: Track;
  /** shares of 1, written in percent (FFI-20) */
  percent?: boolean;
};

/** From which value to which. */
export function RangeEditor({ title, scope, filters, onChange, track, percent = false }: RangeEditorProps) {
  return (
    <RangeEnds
      title={title}
      track={track}
      ends={endsOf(track, conditionAt(filters, scope))}
      onEnds={(next) => onChange(withCondition(filters, scope, conditionOfEnds(track, next)))}
      percent={percent}
    />
  );
}
