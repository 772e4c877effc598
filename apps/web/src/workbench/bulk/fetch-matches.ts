import type { BulkTarget } from "@postil/domain/bulk/bulk-job";
import { MOST_MATCHES } from "@postil/domain/bulk/bulk-selection";
import { shownResponse } from "@postil/domain/outbox/outbox-entry";
import type { LabeledRecord } from "@postil/domain/records/labeled-record";
import type { RecordCriteria } from "@postil/domain/search/record-criteria";
import type { OutboxService } from "../../lib/outbox/outbox-service.ts";
import type { RecordsApi } from "../queue/records-api.ts";

/** Records per read: a thousand long ones in one reply would stop the page while it is taken apart. */
const READ = 250;

type Source<Of extends LabeledRecord> = {
  readonly datasetId: string;
  readonly criteria: RecordCriteria;
  readonly api: Pick<RecordsApi<Of>, "page">;
  readonly outbox: Pick<OutboxService, "entryOf">;
};

/**
 * Every record that answers to the criteria, at most 1000, from the first page on (FBU-08). Rejects as the API client does.
 * All of them are read before the first is written, for writing moves records out of the list.
 */
export async function fetchMatches<Of extends LabeledRecord>({
  datasetId,
  criteria,
  api,
  outbox,
}: Source<Of>): Promise<readonly BulkTarget<Of>[]> {
  const targets = new Map<string, BulkTarget<Of>>();
  const options = { signal: new AbortController().signal, quiet: false };
  for (let start = 1; start <= MOST_MATCHES; start += READ) {
    const { items, total } = await api.page(datasetId, criteria, { start, size: READ }, options);
    for (const { record, response } of items) {
      const entry = outbox.entryOf(record.id);
      targets.set(record.id, { record, response: entry === undefined ? response : shownResponse(entry) });
    }
    if (items.length < READ || start - 1 + items.length >= total) break;
  }
  return [...targets.values()].slice(0, MOST_MATCHES);
}
