import type { ShownTaskRecord } from "@postil/domain/tasks/shown-record";

export type RecordMenuProps = { record: ShownTaskRecord };
