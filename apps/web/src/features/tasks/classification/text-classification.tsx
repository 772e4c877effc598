import "../../../lib/i18n/en/task-classification.ts";
import { isAnswered } from "@postil/domain/tasks/record-edit";
import type { ShownTextRecord } from "@postil/domain/tasks/shown-record";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { RecordInputs } from "../record-inputs.tsx";
import type { AreaProps, ExploreProps, TaskKind } from "../task-kind.ts";
import { AnnotatedAs } from "./annotated-as.tsx";
import { BulkLabels } from "./bulk-labels.tsx";
import { LabelChoice } from "./label-choice.tsx";
import { PredictedBars } from "./predicted-bars.tsx";
import { useRuleKept } from "./use-rule-kept.ts";

const NoLabels = lazyPart(() => import("./no-labels.tsx"));
const nothing = () => undefined;

function Annotate(props: AreaProps<ShownTextRecord>) {
  return (
    <>
      <RecordInputs record={props.record} />
      {props.labels.length === 0 ? <NoLabels whenMissing={nothing} /> : <LabelChoice {...props} />}
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
  useKept: useRuleKept,
  buttons: (record) => {
    if (record.multiLabel) return ["validate", "discard", "clear", "reset"];
    // Choosing validates; what is predicted can be validated as it stands.
    return record.answerOrigin === "prediction" && !isAnswered(record) ? ["validate", "discard"] : ["discard"];
  },
};
