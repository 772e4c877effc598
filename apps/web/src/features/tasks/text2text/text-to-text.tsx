import "../../../lib/i18n/en/task-text2text.ts";
import type { ShownText2TextRecord } from "@postil/domain/tasks/shown-record";
import type { AreaProps, ExploreProps, TaskKind } from "../task-kind.ts";
import { ExploreTexts } from "./explore-texts.tsx";
import { PredictionsButton } from "./predictions-button.tsx";
import { usePredictionsOpen } from "./predictions-open.ts";
import { PredictionsPanel } from "./predictions-panel.tsx";
import { SourceText } from "./source-text.tsx";
import { Target } from "./target.tsx";
import { useWritingIn } from "./writing-in.ts";

function Annotate(props: AreaProps<ShownText2TextRecord>) {
  return (
    <>
      <SourceText record={props.record} />
      <Target {...props} />
    </>
  );
}

function Explore({ record }: ExploreProps<ShownText2TextRecord>) {
  return (
    <>
      <SourceText record={record} />
      <ExploreTexts record={record} />
    </>
  );
}

export const TEXT_TO_TEXT: TaskKind<ShownText2TextRecord> = {
  Annotate,
  Explore,
  Extra: PredictionsButton,
  beside: { useOpen: usePredictionsOpen, Panel: PredictionsPanel },
  useTyping: (record) => useWritingIn() === record.key,
  buttons: () => ["validate", "discard", "clear", "reset"],
};
