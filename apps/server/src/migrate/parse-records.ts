import { mayLoseForm, parseKeepingForm, parseWithNames } from "@postil/domain/text/json-text";

type Members = { [name: string]: unknown };
const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * A reply, in which the metadata of records keeps how its numbers are written. It is read a second time only if there is
 * such a number, because reading vectors so takes long.
 */
export function parseRecords(text: string): unknown {
  const read = parseWithNames(text);
  const records = recordsIn(read);
  if (!records.some(({ metadata }) => hasNumber(metadata)) || !mayLoseForm(text)) return read;
  for (const [index, exact] of recordsIn(parseKeepingForm(text)).entries()) {
    const record = records[index];
    if (record) record.metadata = exact.metadata;
  }
  return read;
}

function recordsIn(read: unknown): Members[] {
  if (!isMembers(read)) return [];
  const list = read.items ?? read.records;
  return Array.isArray(list) ? list.filter(isMembers) : [];
}

const hasNumber = (value: unknown): boolean =>
  typeof value === "number" || (typeof value === "object" && value !== null && Object.values(value).some(hasNumber));
