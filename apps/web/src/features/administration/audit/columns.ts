/**
 * Widths and looks of the columns, one for head and cells alike; up to 768 px an entry is a card: who and when, what, the kind and
 * from where.
 */
const base = "h-10 border-line border-b py-2 pr-4 align-top max-md:h-auto max-md:border-0 max-md:p-0";

export const WIDTHS = {
  time: "w-20 max-md:w-auto",
  who: "w-52 max-[1080px]:w-36 max-md:w-auto",
  kind: "w-44 max-[1080px]:w-36 max-md:w-auto",
  what: "",
  from: "w-60 max-[1080px]:w-40 max-md:w-auto",
} as const;

export type Column = keyof typeof WIDTHS;
export const COLUMNS = Object.keys(WIDTHS) as readonly Column[]; // the object's own keys, in its order

export const CELLS = {
  time: `${base} ${WIDTHS.time} text-soft tabular-nums max-md:order-2 max-md:text-right`,
  who: `${base} ${WIDTHS.who} break-words max-md:order-1`,
  kind: `${base} ${WIDTHS.kind} max-md:order-4`,
  what: `${base} break-words max-md:order-3 max-md:col-span-2`,
  from: `${base} ${WIDTHS.from} break-words text-soft max-md:order-5 max-md:text-right`,
} as const satisfies { readonly [Name in Column]: string };

export const ROW =
  "max-md:grid max-md:grid-cols-[minmax(10rem,1fr)_minmax(0,auto)] max-md:gap-x-3 max-md:border-line max-md:border-b max-md:py-3";
export const BODY = "max-md:block";
export const TABLE = "w-full table-fixed border-collapse max-md:block";
