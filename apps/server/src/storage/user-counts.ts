import { compiled } from "./compiled.ts";
import type { UserCountsTable } from "./tables.ts";

/** A user's own responses by status, and that user's part in the team's groups. As a change, values may be negative. */
export type UserCounts = { -readonly [K in Exclude<keyof UserCountsTable, "dataset_key" | "user_key">]: number };

export const noCounts = (): UserCounts => ({
  draft: 0,
  submitted: 0,
  discarded: 0,
  team_submitted: 0,
  team_discarded: 0,
  team_conflicting: 0,
});

/** The columns of the team's groups; pending is the rest. */
export const TEAM_COLUMN = {
  submitted: "team_submitted",
  discarded: "team_discarded",
  conflicting: "team_conflicting",
} as const;

/** Adds to a user's counts in a dataset. */
export const addCounts = compiled((db, row: UserCountsTable) =>
  db
    .insertInto("user_counts")
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(["dataset_key", "user_key"]).doUpdateSet(({ eb, ref }) => ({
        draft: eb("user_counts.draft", "+", ref("excluded.draft")),
        submitted: eb("user_counts.submitted", "+", ref("excluded.submitted")),
        discarded: eb("user_counts.discarded", "+", ref("excluded.discarded")),
        team_submitted: eb("user_counts.team_submitted", "+", ref("excluded.team_submitted")),
        team_discarded: eb("user_counts.team_discarded", "+", ref("excluded.team_discarded")),
        team_conflicting: eb("user_counts.team_conflicting", "+", ref("excluded.team_conflicting")),
      })),
    ),
);
