import { vi } from "vitest";

/** A server with one dataset, whose name is `d1`. */

const TIMES = { inserted_at: "2026-11-21T12:00:00.000000", updated_at: "2026-11-21T12:00:00.000000" };
const labels = (...values: string[]) => values.map((value) => ({ value, text: value, description: null }));
const question = (name: string, title: string, settings: object) => ({
  ...{ id: name, name, title, description: null, required: false, dataset_id: "d1", ...TIMES },
  settings,
});
const property = (name: string, title: string, type: string) => ({
  ...{ id: name, name, title, visible_for_annotators: true, dataset_id: "d1", ...TIMES },
  settings: type === "terms" ? { type, values: null } : { type, min: null, max: null },
});
const field = (name: string, title: string) => ({
  ...{ id: name, name, title, required: true, dataset_id: "d1", ...TIMES },
  settings: { type: "text", use_markdown: false },
});

const REPLIES: { readonly [path: string]: unknown } = {
  "/api/v1/datasets/d1/fields": { items: [field("text", "Letter"), field("draft", "Draft answer")] },
  "/api/v1/datasets/d1/questions": {
    items: [
      question("verdict", "Does it answer?", { type: "label_selection", options: labels("Fully", "In part") }),
      question("topics", "Which topics?", {
        type: "multi_label_selection",
        options: labels("Flight", "Sleep", "Song"),
      }),
      question("clarity", "How clear?", { type: "rating", options: [1, 2, 3, 4, 5].map((value) => ({ value })) }),
      question("why", "Why?", { type: "text", use_markdown: false }),
    ],
  },
  "/api/v1/me/datasets/d1/metadata-properties": {
    items: [
      property("source", "Source", "terms"),
      property("words", "Words", "integer"),
      property("editor", "Editor", "terms"),
    ],
  },
  "/api/v1/metadata-properties/source/metrics": {
    ...{ type: "terms", total: 9 },
    values: [
      { term: "radio", count: 7 },
      { term: "letters page", count: 2 },
    ],
  },
  "/api/v1/metadata-properties/words/metrics": { type: "integer", min: 10, max: 400 },
  "/api/v1/metadata-properties/editor/metrics": { type: "terms", total: 0, values: [] },
  "/api/v1/datasets/d1/records/search/suggestions/options": {
    items: [{ question: { id: "verdict", name: "verdict" }, agents: ["critic-1", "critic-2"] }],
  },
};

let datasets = 0;
/** A new id for each test, because the client caches what it read of a dataset. */
export const newDatasetId = () => `d${++datasets}`;

/** `instead` replaces responses: another body, `failed`, or `never`. */
export function stubServer(instead: { readonly [path: string]: unknown } = {}) {
  const asked = vi.fn(async (address: string) => {
    const path = new URL(address, "http://postil.test").pathname.replace(/\/d\d+\//, "/d1/");
    const reply = path in instead ? instead[path] : REPLIES[path];
    if (reply === "never") return new Promise<Response>(() => undefined);
    if (reply === undefined || reply === "failed") return Response.json({ detail: "broken" }, { status: 500 });
    return Response.json(reply);
  });
  vi.stubGlobal("fetch", asked);
  return asked;
}
