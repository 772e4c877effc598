import { noteChanges, type WorkDay } from "@postil/domain/queue/pace";
import { useEffect, useReducer, useSyncExternalStore } from "react";
import type { OutboxService } from "../../lib/outbox/outbox-service.ts";
import { useOutboxService } from "../../lib/outbox/use-outbox.ts";
import { actionSession } from "../saving/action-session.ts";
import { changeWorkDay, onWorkDaysChange, workDay } from "./work-days.ts";

/** Local midnight before a moment, or that many days after it; epoch ms. */
function midnight(now: number, days = 0): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime();
}

/** Notes every action of this tab on the dataset: answers, bulk answers, what is taken back. Returns the way to stop. */
export function noteWork(outbox: OutboxService, datasetId: string): () => void {
  return actionSession(outbox, datasetId).onAction((action) => noteDone(outbox.userId, datasetId, action));
}

type Done = { readonly changes: Parameters<typeof noteChanges>[1]; readonly undone: boolean };

/** Notes one action on the dataset. */
export function noteDone(userId: string, datasetId: string, { changes, undone }: Done): void {
  const now = Date.now();
  const done = undone
    ? changes.map(({ before, after, ...rest }) => ({ ...rest, before: after, after: before }))
    : changes;
  changeWorkDay(keyOf(userId, datasetId), midnight(now), (day) => noteChanges(day, done, now));
}

/** The reader's day in a dataset, in every tab; a new one begins at local midnight. */
export function useWorkDay(datasetId: string): WorkDay {
  const { userId } = useOutboxService();
  const since = midnight(Date.now());
  const [, atMidnight] = useReducer((turns: number) => turns + 1, 0);
  useEffect(() => {
    const timer = setTimeout(atMidnight, midnight(since, 1) - Date.now());
    return () => clearTimeout(timer);
  }, [since]);
  return useSyncExternalStore(onWorkDaysChange, () => workDay(keyOf(userId, datasetId), since));
}

const keyOf = (userId: string, datasetId: string) => `${userId}/${datasetId}`;
