import type { DatasetRow } from "./rows.ts";

/**
 * Widths and looks of the columns, one for head and cells alike. What there is no room for goes, least needed first, so that a
 * name has some 240 px, below 780 px 160. Below 640 px a row is a card of name, workspace, task and progress, with its actions in
 * a menu.
 */
const CARD_HIDES = "max-[640px]:hidden";
const base = "overflow-hidden whitespace-nowrap text-ellipsis pr-3";

export const WIDTHS = {
  pin: "w-10 max-[640px]:w-auto",
  name: "",
  workspace: "w-32 max-[780px]:w-24 max-[640px]:w-auto",
  task: "w-46 min-[640px]:max-[1160px]:hidden max-[640px]:w-auto",
  tags: `w-64 max-[1460px]:w-36 max-[1340px]:hidden ${CARD_HIDES}`,
  progress: "w-56 max-[780px]:w-52 max-[640px]:w-auto",
  created: `w-22 max-[980px]:hidden ${CARD_HIDES}`,
  lastActivity: `w-32 max-[900px]:hidden ${CARD_HIDES}`,
  actions: "w-26 max-[640px]:w-auto",
} as const;

export type Column = keyof typeof WIDTHS;
const COLUMNS = Object.keys(WIDTHS) as readonly Column[]; // the object's own keys, in its order

/** The columns that have something to say of these rows; null while they load. */
export const columnsFor = (rows: readonly DatasetRow[] | null): readonly Column[] =>
  COLUMNS.filter((column) => column !== "tags" || rows?.some(({ tags }) => Object.keys(tags).length > 0));

const CARD_SIDE = "max-[640px]:order-2 max-[640px]:row-span-3 max-[640px]:self-center";

export const CELLS = {
  pin: `${WIDTHS.pin} ${CARD_SIDE}`,
  name: `${base} max-[640px]:order-1 max-[640px]:col-span-2`,
  workspace: `${base} ${WIDTHS.workspace} text-soft max-[640px]:order-3 max-[640px]:pr-0`,
  task: `${base} ${WIDTHS.task} text-soft max-[640px]:order-4`,
  tags: `${base} ${WIDTHS.tags}`,
  progress: `${base} ${WIDTHS.progress} max-[640px]:order-5 max-[640px]:col-span-2`,
  created: `${base} ${WIDTHS.created} text-soft`,
  lastActivity: `${base} ${WIDTHS.lastActivity} text-soft`,
  actions: `${WIDTHS.actions} ${CARD_SIDE}`,
} as const satisfies { readonly [Name in Column]: string };

/** A row of 48 px, as a card of 96. */
export const ROW =
  "h-12 border-line border-b max-[640px]:grid max-[640px]:h-24 max-[640px]:grid-cols-[fit-content(36%)_minmax(0,1fr)_auto_auto] max-[640px]:content-center max-[640px]:gap-x-3";
export const TABLE = "w-full table-fixed border-collapse max-[640px]:block";
