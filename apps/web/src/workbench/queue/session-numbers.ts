import type { RecordQueue } from "@postil/domain/queue/queue";
import { criteriaKey, type RecordCriteria } from "@postil/domain/search/record-criteria";
import type { OutboxService } from "../../lib/outbox/outbox-service.ts";

export type SessionNumbers = ReturnType<typeof sessionNumbers>;

/** By dataset and criteria: the number of every record that was queued. */
type Numbers = Map<string, Map<string, number>>;

const sessions = new WeakMap<OutboxService, Numbers>();

/**
 * The numbers that records have in a user's session (design/annotation.md#position). A queue that is loaded anew begins at
 * its place on the server, where what was answered does not count any more; its records keep the numbers they had. It goes
 * with the outbox.
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
    /** By how much the numbers are ahead of the places of a queue that was just loaded. */
    shiftOf(criteria: RecordCriteria, { items }: RecordQueue): number {
      // Among similar records the place is what counts.
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
