import { stillFound } from "@postil/domain/tasks/still-found";
import type { TaskSearch } from "@postil/domain/tasks/task-search";
import type { OutboxService } from "../../../lib/outbox/outbox-service.ts";
import type { FoundRecords } from "../saving/use-shown-records.ts";

/**
 * The number of records that the search no longer finds after later saves: the records behind them moved up by this number.
 */
export function countLeft({ records, readAt }: FoundRecords, { query }: TaskSearch, outbox: OutboxService): number {
  return records.filter((record) => {
    const saved = outbox.confirmed.of(record.key, readAt);
    return saved != null && !stillFound(record, saved, query);
  }).length;
}
