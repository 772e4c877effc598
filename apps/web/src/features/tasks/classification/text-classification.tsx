import "../../../lib/i18n/task-classification-texts.ts";
import type { ShownTextRecord } from "@postil/domain/tasks/shown-record";
import { RecordInputs } from "../record-inputs.tsx";
import type { AreaProps, ExploreProps, TaskKind } from "../task-kind.ts";
import { AnnotatedAs } from "./annotated-as.tsx";
import { BulkLabels } from "./bulk-labels.tsx";
import { LabelChoice } from "./label-choice.tsx";
import { NoLabels } from "./no-labels.tsx";
import { PredictedBars } from "./predicted-bars.tsx";

function Annotate(props: AreaProps<ShownTextRecord>) {
  return (
    <>
      <RecordInputs record={props.record} />
      {props.labels.length === 0 ? <NoLabels /> : <LabelChoice {...props} />}
    </>
  );
}

function Explore({ record }: ExploreProps<ShownTextRecord>) {
  return (
    <>
      <RecordInputs record={record} />
      <PredictedBars record={record} />
    </>
  );
}

export const TEXT_CLASSIFICATION: TaskKind<ShownTextRecord> = {
  Annotate,
  Explore,
  MarginEnd: AnnotatedAs,
  Strip: BulkLabels,
  buttons: ({ multiLabel }) => (multiLabel ? ["validate", "discard", "clear", "reset"] : ["discard"]),
};
