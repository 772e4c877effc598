import type { Family } from "@postil/domain/outbox/outbox-entry";
import { responsesApi } from "../features/feedback/wire/responses-api.ts";
import type { FamiliesApi, ResponsesApi } from "../lib/outbox/ports.ts";

/** The code for task datasets is loaded with the first of their answers. */
const WIRE: { readonly [F in Family]: () => Promise<ResponsesApi> } = {
  feedback: async () => responsesApi,
  tasks: async () => (await import("../features/tasks/wire/save-record.ts")).taskResponsesApi,
};

/** Sends answers to records with the API of their family. */
export const byFamily: FamiliesApi = {
  create: async (id, answer, note) => (await WIRE[note.family]()).create(id, answer, note),
  update: async (id, answer, note) => (await WIRE[note.family]()).update(id, answer, note),
  remove: async (id, note) => (await WIRE[note.family]()).remove(id, note),
  upsert: async (items, note) => (await WIRE[note.family]()).upsert(items, note),
};
