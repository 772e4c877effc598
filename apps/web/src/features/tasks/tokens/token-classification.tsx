import type { ShownTokenRecord } from "@postil/domain/tasks/shown-record";
import { RecordText } from "../record-text.tsx";
import type { ExploreProps, TaskKind } from "../task-kind.ts";

const Explore = ({ record }: Pick<ExploreProps<ShownTokenRecord>, "record">) => <RecordText text={record.text} />;

export const TOKEN_CLASSIFICATION: TaskKind<ShownTokenRecord> = {
  Annotate: Explore,
  Explore,
  buttons: () => ["validate", "discard", "clear", "reset"],
};
