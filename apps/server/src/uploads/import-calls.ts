import { addressOf } from "@postil/contract/call";
import { WireTaskPlace } from "@postil/contract/datasets/uploads";
import { type RouteName, routes } from "@postil/contract/routes";
import type { Outgoing, Transport } from "../client/api-client.ts";
import { Stopped } from "./readers.ts";

/** All that an import calls. Its key is good for nothing else (IMP-05). */
export const IMPORT_CALLS: ReadonlySet<RouteName> = new Set<RouteName>([
  "listPeople",
  "listWorkspaceUsers",
  "createDataset",
  "createField",
  "createQuestion",
  "createMetadataProperty",
  "createVectorSettings",
  "publishDataset",
  "createRecords",
  "mergeRecords",
  "mergeTaskRecords",
  "createTaskDatasetV0",
  "updateTaskSettingsV0",
  "logTextRecordsV0",
  "logTokenRecordsV0",
  "logText2TextRecordsV0",
  "createLabelingRuleV0",
  "updateDataset",
  "endImport",
]);

type CallReply = Awaited<ReturnType<Transport>>;

/** `isBusy`: the call was refused before anything was done, and may succeed later. */
export type ServerCall = (outgoing: Outgoing) => Promise<CallReply & { readonly isBusy: boolean }>;

/** A call that was refused because the server is busy is made again after this time, ms. */
const AGAIN_AFTER = 1000;

/** The calls of one import, until it is stopped. Its process may die at any time, so what they did is known here. */
export function createImportCalls(make: ServerCall, importId: string, stop: AbortSignal) {
  const calls = new Set<Promise<unknown>>();
  const endsAt = addressOf(routes.endImport.path, { import_id: importId });
  let made: MadeDataset = { datasetId: null, taskDataset: null };
  let isWhole = false;
  const note = ({ method, url }: Outgoing, { status, text }: CallReply) => {
    if (method !== "POST" || status >= 300) return;
    if (url === routes.createDataset.path) made = { datasetId: idIn(text), taskDataset: null };
    if (url.split("?")[0] === routes.createTaskDatasetV0.path) made = { datasetId: null, taskDataset: placeIn(text) };
    if (url === endsAt) isWhole = true;
  };
  const makeUntilTaken = async (outgoing: Outgoing): Promise<CallReply> => {
    for (;;) {
      if (stop.aborted) throw new Stopped("It was stopped.");
      const { isBusy, ...reply } = await make(outgoing);
      if (!isBusy) {
        note(outgoing, reply);
        return reply;
      }
      await pause(stop);
    }
  };
  return {
    call: (outgoing: Outgoing): Promise<CallReply> => {
      const reply = makeUntilTaken(outgoing);
      calls.add(reply);
      return reply.finally(() => calls.delete(reply));
    },
    /** Resolves when no call is under way. */
    over: async (): Promise<void> => void (await Promise.allSettled(calls)),
    /** The dataset, if the last call of the import has succeeded: it is published, and people may answer it. */
    whole: (): MadeDataset | null => (isWhole ? made : null),
  };
}

/** The dataset of an import, by what its family is named by. */
export type MadeDataset = { readonly datasetId: string | null; readonly taskDataset: WireTaskPlace | null };

function placeIn(text: string): WireTaskPlace | null {
  const found = WireTaskPlace.safeParse(JSON.parse(text));
  return found.success ? found.data : null;
}

function idIn(text: string): string | null {
  const made: unknown = JSON.parse(text);
  return typeof made === "object" && made !== null && "id" in made && typeof made.id === "string" ? made.id : null;
}

const pause = (stop: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer);
      stop.removeEventListener("abort", over);
      resolve();
    };
    const timer = setTimeout(over, AGAIN_AFTER);
    if (stop.aborted) over();
    else stop.addEventListener("abort", over, { once: true });
  });
