/**
 * Widths and looks of the columns of the list, one for head and cells alike. What there is no room for goes, least needed first;
 * below 640 px a row is a card of name, members by name and last activity.
 */
const CARD_HIDES = "max-[640px]:hidden";
const look = "overflow-hidden whitespace-nowrap text-ellipsis";
const base = `${look} pr-4`;

export const COLUMNS = {
  name: `${base} w-46 max-[780px]:w-auto max-[640px]:order-1`,
  members: `${base} w-22 text-right tabular-nums ${CARD_HIDES}`,
  who: `${base} text-soft max-[960px]:min-[641px]:hidden max-[640px]:order-3`,
  datasets: `${base} w-24 text-right tabular-nums ${CARD_HIDES}`,
  records: `${base} w-34 text-right tabular-nums max-[780px]:hidden ${CARD_HIDES}`,
  answers: `${look} w-46 pr-8 text-right tabular-nums max-[1080px]:hidden ${CARD_HIDES}`,
  created: `${base} w-28 text-soft max-[1240px]:hidden ${CARD_HIDES}`,
  lastActivity: `${base} w-34 text-soft max-[640px]:order-4 max-[640px]:w-auto`,
  actions: "w-14 text-right max-[640px]:order-2 max-[640px]:row-span-3 max-[640px]:w-auto",
} as const;

export type Column = keyof typeof COLUMNS;
export const COLUMN_NAMES = Object.keys(COLUMNS) as readonly Column[]; // the object's own keys, in its order

/** A row of 48 px, as a card of 96. */
export const ROW =
  "h-12 border-line border-b max-[640px]:grid max-[640px]:h-24 max-[640px]:grid-cols-[minmax(0,1fr)_auto] max-[640px]:content-center max-[640px]:gap-x-3";
export const TABLE = "w-full table-fixed border-collapse max-[640px]:block";
