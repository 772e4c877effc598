import { type KnownResponse, saysTheSame } from "@postil/domain/records/labeled-record";
import { annotationOf } from "@postil/domain/tasks/record-edit";
import type { StoredTaskRecord } from "@postil/domain/tasks/shown-record";
import { textRecord } from "@postil/domain/tasks/shown-record.fixture";
import { FIRST_VIEW } from "@postil/domain/tasks/task-view";
import { act, renderHook } from "@testing-library/react";
import { type ReactNode, useRef } from "react";
import { ApiFailure } from "../../../lib/api/failure.ts";
import { AroundPage, openTab } from "../../../lib/drafts/tab.fixture.tsx";
import "../../../lib/i18n/en/tasks.ts";
import { quiet } from "../../../lib/outbox/browser.fixture.ts";
import { ChangedMeanwhile, type ResponsesApi, type UpsertResult } from "../../../lib/outbox/ports.ts";
import { getToasts } from "../../../lib/toasts/store.ts";
import { useSaveToasts } from "./use-save-toasts.ts";
import { useShownRecords } from "./use-shown-records.ts";
import { useTaskActions } from "./use-task-actions.ts";

const DATASET = "archive/letters";

function labelOf(response: KnownResponse): string {
  const { annotation } = annotationOf(response, "TextClassification");
  return annotation !== null && "labels" in annotation ? (annotation.labels[0]?.class_label ?? "") : "";
}

/** A server that keeps writes. `refuse` makes the next writes fail. `changed` adds conflicting writes of other users. */
function createServer() {
  const written: KnownResponse[] = [];
  /** The number of answers in each bulk call. */
  const together: number[] = [];
  const others = new Map<string, KnownResponse>();
  const overwritten: string[] = [];
  let refusals = 0;
  let held = Promise.resolve();
  const write: ResponsesApi["update"] = async (id, answer, { base, unanswered = [] }) => {
    await held;
    if (refusals > 0) {
      refusals -= 1;
      throw new ApiFailure(422, { detail: "no" }, "no");
    }
    const response = { id, ...answer, updatedAt: null };
    const theirs = others.get(id);
    if (theirs !== undefined && ![base ?? null, response, ...unanswered].some((one) => saysTheSame(one, theirs)))
      throw new ChangedMeanwhile(theirs, "ben");
    if (theirs !== undefined && !saysTheSame(theirs, response)) overwritten.push(labelOf(theirs));
    others.delete(id);
    written.push(response);
    return response;
  };
  const api: ResponsesApi = {
    create: write,
    update: write,
    remove: async () => undefined,
    upsert: (items, note) => {
      together.push(items.length);
      return Promise.all(
        items.map(async ({ recordId, answer, ...told }): Promise<UpsertResult> => {
          if (answer === null) return { refused: "" };
          try {
            return { item: await write(recordId, answer, { ...note, ...told }) };
          } catch (error) {
            if (error instanceof ChangedMeanwhile) return { changed: error.response, by: error.message };
            if (error instanceof ApiFailure) return { refused: error.message };
            throw error;
          }
        }),
      );
    },
  };
  return {
    ...{ api, written, together },
    refuse: (count: number) => (refusals = count),
    /** Holds the next writes back until the returned function is called. */
    hold() {
      const answer = Promise.withResolvers<void>();
      held = answer.promise;
      return answer.resolve;
    },
    /** Another user writes a record. */
    changed: (response: KnownResponse) => others.set(response.id, response),
    /** The labels of other users that were overwritten. */
    overwritten: () => overwritten,
    /** True if the write of the other user still exists. */
    hasTheirs: (key: string) => others.has(key),
  };
}

/** Opens the records of a page and their actions in a new browser. */
export async function open(records: readonly StoredTaskRecord[]) {
  const server = createServer();
  const tab = openTab(server.api);
  const { browser, outbox } = tab;
  const found = { records, readAt: outbox.confirmed.mark() };
  const wrapper = ({ children }: { children: ReactNode }) => <AroundPage tab={tab}>{children}</AroundPage>;
  const viewNow = () => FIRST_VIEW;
  const isSeen = () => true;
  const { result } = renderHook(
    () => {
      const undo = useRef(() => {});
      const told = useSaveToasts(DATASET, () => undo.current());
      const { actions, canUndo } = useTaskActions({
        ...{ datasetKey: DATASET, username: "mara", viewNow, onAction: told, isSeen },
      });
      undo.current = actions.undo;
      return { shown: useShownRecords(found), actions, canUndo };
    },
    { wrapper },
  );
  await act(quiet);
  const at = (index: number) => {
    const record = result.current.shown[index];
    if (record === undefined) throw new Error(`There is no record ${index}`);
    return record;
  };
  return {
    server,
    browser,
    at,
    shown: () => result.current.shown,
    actions: () => result.current.actions,
    canUndo: () => result.current.canUndo,
    outbox,
    now: (work: () => void) => act(work),
    rest: () => act(quiet),
  };
}

export const predicted = (id: string, label: string) =>
  textRecord({ id, prediction: { agent: "model", labels: [{ class_label: label, score: 0.9 }] } });
export const toasts = () =>
  getToasts()
    .filter(({ phase }) => phase !== "closing")
    .map(({ type, message, duration }) => ({ type, message, duration }));
