import type { SortedColumn } from "./people-criteria.ts";

/**
 * Widths and looks of the columns, one for head and cells alike. What there is no room for goes, least needed first; up to 1280 px
 * username and workspaces stand under the name: in columns, names would be cut beside room that others do not use. Below 640 px a
 * row is a card: name, username, role beside the workspaces, last seen beside the answers, with its actions.
 */
const CARD_HIDES = "max-[640px]:hidden";
const base = "overflow-hidden whitespace-nowrap text-ellipsis pr-3";

export const WIDTHS = {
  name: "w-60 max-[1340px]:w-46 max-[1280px]:w-auto",
  username: "w-42 max-[1280px]:hidden max-[640px]:block max-[640px]:w-auto",
  role: "w-26 max-[640px]:w-auto",
  workspaces: "max-[1280px]:hidden max-[640px]:block max-[640px]:w-auto",
  since: `max-[1280px]:w-32 max-[1080px]:hidden ${CARD_HIDES}`,
  lastSeen: "w-50 max-[960px]:w-40 max-[640px]:w-auto",
  answers: "w-40 text-right min-[641px]:max-[780px]:hidden max-[640px]:w-auto",
  actions: "w-24 max-[640px]:w-auto",
} as const;

export type Column = keyof typeof WIDTHS;

/** Under the name, where username and workspaces have no columns and the row is no card. */
export const UNDER_NAME = "hidden min-[641px]:max-[1280px]:block overflow-hidden text-ellipsis text-small text-soft";

const CARD_LINE = "max-[640px]:col-span-2";
export const CELLS = {
  name: `${base} ${WIDTHS.name} ${CARD_LINE} max-[640px]:order-1`,
  username: `${base} ${WIDTHS.username} ${CARD_LINE} text-soft max-[640px]:order-3`,
  role: `${base} ${WIDTHS.role} max-[640px]:order-4 max-[640px]:self-center max-[640px]:pr-0`,
  workspaces: `${base} ${WIDTHS.workspaces} max-[640px]:order-5`,
  since: `${base} ${WIDTHS.since} text-soft`,
  lastSeen: `${base} ${WIDTHS.lastSeen} text-soft max-[640px]:order-6`,
  answers: `${WIDTHS.answers} pr-4 tabular-nums max-[640px]:order-7 max-[640px]:text-soft`,
  actions: `${WIDTHS.actions} text-right max-[640px]:order-2 max-[640px]:row-span-4`,
} as const satisfies { readonly [Name in Column]: string };

/** Columns in whose order the list can stand. */
export const SORTED: { readonly [Name in Column]?: SortedColumn } = {
  name: "name",
  username: "username",
  role: "role",
  lastSeen: "lastSeen",
  answers: "answers",
};

/** An admin of one workspace is told since when people are in it, in place of its name in every row. */
export const columnsFor = (oneWorkspace: boolean): readonly Column[] => [
  "name",
  "username",
  "role",
  oneWorkspace ? "since" : "workspaces",
  "lastSeen",
  "answers",
  "actions",
];

/** A row of 48 px, as a card of 96; the heights are those of `people-table.tsx`. */
export const ROW =
  "h-12 border-line border-b max-[640px]:grid max-[640px]:h-24 max-[640px]:grid-cols-[auto_minmax(0,1fr)_auto] max-[640px]:content-center max-[640px]:gap-x-3";
export const TABLE = "w-full table-fixed border-collapse max-[640px]:block";
