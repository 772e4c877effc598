import { stillFound } from "@postil/domain/tasks/still-found";
import type { TaskSearch } from "@postil/domain/tasks/task-search";
import type { OutboxService } from "../../../lib/outbox/outbox-service.ts";
import type { FoundRecords } from "../saving/use-shown-records.ts";

/** How many of the records are no longer found because of what was saved since: those behind them moved up by as many. */
export function countLeft({ records, readAt }: FoundRecords, { query }: TaskSearch, outbox: OutboxService): number {
  return records.filter((record) => {
    const saved = outbox.confirmed.of(record.key, readAt);
    return saved != null && !stillFound(record, saved, query);
  }).length;
}
