import { type TeamBucket, teamBucket } from "@postil/domain/queue/team-progress";
import type { ResponseStatus } from "@postil/domain/records/response";
import type { Kysely } from "kysely";
import { type BlockChange, changeAnswered } from "./blocks.ts";
import type { Tables } from "./tables.ts";
import { addCounts, noCounts, TEAM_COLUMN, type UserCounts } from "./user-counts.ts";

/** What is derived from responses: each user's answered blocks and counts, and each user's part in the team's buckets. */

/** One response made, changed or gone (null: none), and where that moved its record for the team. */
export type ResponseMove = {
  readonly seq: number;
  readonly userKey: number;
  readonly from: ResponseStatus | null;
  readonly to: ResponseStatus | null;
  readonly teamFrom: TeamBucket;
  readonly teamTo: TeamBucket;
};

export type StatusChange = { readonly userKey: number; readonly to: ResponseStatus | null };

/** The moves of one record, one change after the other. `standing` holds everybody's status on it before. */
export function movesOf(
  seq: number,
  standing: ReadonlyMap<number, ResponseStatus>,
  changes: readonly StatusChange[],
): ResponseMove[] {
  const statuses = new Map(standing);
  return changes.map(({ userKey, to }) => {
    const from = statuses.get(userKey) ?? null;
    const teamFrom = teamBucket(statuses.values());
    if (to === null) statuses.delete(userKey);
    else statuses.set(userKey, to);
    return { seq, userKey, from, to, teamFrom, teamTo: teamBucket(statuses.values()) };
  });
}

type CounterChanges = { readonly counts: UserCounts; readonly answered: Map<ResponseStatus, BlockChange[]> };

function enter({ counts, answered }: CounterChanges, { seq, from, to, teamFrom, teamTo }: ResponseMove): void {
  if (teamFrom !== "pending") counts[TEAM_COLUMN[teamFrom]]--;
  if (teamTo !== "pending") counts[TEAM_COLUMN[teamTo]]++;
  if (from === to) return;
  const note = (status: ResponseStatus, there: boolean) => {
    counts[status] += there ? 1 : -1;
    const changes = answered.get(status) ?? [];
    answered.set(status, changes);
    changes.push({ seq, there });
  };
  if (from) note(from, false);
  if (to) note(to, true);
}

/** Enters the moves. Users in ascending order, so that two writers never wait for each other crosswise. */
export async function updateCounters(
  db: Kysely<Tables>,
  datasetKey: number,
  moves: readonly ResponseMove[],
): Promise<void> {
  const byUser = new Map<number, CounterChanges>();
  for (const move of moves) {
    const own = byUser.get(move.userKey) ?? { counts: noCounts(), answered: new Map() };
    byUser.set(move.userKey, own);
    enter(own, move);
  }
  for (const [userKey, { counts, answered }] of [...byUser].sort(([a], [b]) => a - b)) {
    for (const [status, changes] of answered) await changeAnswered(db, { datasetKey, userKey, status }, changes);
    if (Object.values(counts).some((count) => count !== 0)) {
      await addCounts(db, { dataset_key: datasetKey, user_key: userKey, ...counts });
    }
  }
}
