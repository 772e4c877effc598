import type { TaskStatus } from "@postil/domain/tasks/task-record";
import { StatusPill } from "../../../ui/status-pill.tsx";

const PILLS = { Validated: "validated", Discarded: "discarded", Edited: "edited", Default: null } as const;

/** The status of a record; nothing for a record that nobody has answered. */
export function RecordStatusPill({ status }: { status: TaskStatus }) {
  const pill = PILLS[status];
  return pill && <StatusPill status={pill} />;
}
