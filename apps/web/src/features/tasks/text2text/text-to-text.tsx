import type { ShownText2TextRecord } from "@postil/domain/tasks/shown-record";
import { RecordText } from "../record-text.tsx";
import type { ExploreProps, TaskKind } from "../task-kind.ts";

const Explore = ({ record }: Pick<ExploreProps<ShownText2TextRecord>, "record">) => <RecordText text={record.text} />;

export const TEXT_TO_TEXT: TaskKind<ShownText2TextRecord> = {
  Annotate: Explore,
  Explore,
  buttons: () => ["validate", "discard", "clear", "reset"],
};
