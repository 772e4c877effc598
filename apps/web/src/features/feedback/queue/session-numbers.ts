import type { RecordQueue } from "@postil/domain/queue/queue";
import { criteriaKey, type RecordCriteria } from "@postil/domain/search/record-criteria";
import type { OutboxService } from "../../../lib/outbox/outbox-service.ts";

export type SessionNumbers = ReturnType<typeof sessionNumbers>;

/** By dataset and criteria: the number of each record that was queued. */
type Numbers = Map<string, Map<string, number>>;

const sessions = new WeakMap<OutboxService, Numbers>();

/**
 * The numbers of records in a user's session (design/annotation.md#position). When a queue is loaded again, the server's
 * places no longer count answered records. Known records keep their numbers. The numbers live as long as the outbox.
 */
export function sessionNumbers(outbox: OutboxService, datasetId: string) {
  const all: Numbers = sessions.get(outbox) ?? new Map();
  sessions.set(outbox, all);

  function numbersOf(criteria: RecordCriteria): Map<string, number> {
    const key = `${datasetId}?${criteriaKey(criteria)}`;
    const numbers = all.get(key) ?? new Map();
    all.set(key, numbers);
    return numbers;
  }

  return {
    /** The difference between the numbers and the places in a newly loaded queue. */
    shiftOf(criteria: RecordCriteria, { items }: RecordQueue): number {
      // In a similarity search the place is the number.
      if (criteria.similarity !== null) return 0;
      const numbers = numbersOf(criteria);
      const shifts = items.map(({ record, page }) => (numbers.get(record.id) ?? Number.NaN) - page);
      return Math.max(0, shifts.find(Number.isFinite) ?? 0);
    },
    note(criteria: RecordCriteria, { items }: RecordQueue, shift: number): void {
      const numbers = numbersOf(criteria);
      for (const { record, page } of items) numbers.set(record.id, page + shift);
    },
  };
}
