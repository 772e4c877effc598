import type { WireAdding, WireUpload } from "@postil/contract/datasets/uploads";
import type { WireTaskAddTarget } from "@postil/contract/tasks/merging";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { asked, OWN, replies, show } from "./import-page.fixture.tsx";
import { column, understood, upload } from "./understood.fixture.ts";

/** A file for a task dataset that is there, against replies shaped by the contract. */

const PLACE = { workspace: "support", name: "messages", task: "TextClassification" } as const;
const TARGET: WireTaskAddTarget = {
  ...{ ...PLACE, workspace_id: "w1", closed: false, several: false, labels: ["card", "transfer"] },
  ...{ inputs: ["message"], metadata: ["channel"], vectors: [], columns: [{ column: "message", role: "input" }] },
};
const COUNTS = { added: 3, updated: 1, unchanged: 4, left: 1, refused: 0 };
const adding = (changes: Partial<WireAdding> = {}): WireAdding => ({
  ...{ dataset_id: null, task_dataset: PLACE, dry_run: true, existing: "update", ...COUNTS, by_id: true },
  ...{ answered_texts: 0, overwrites: 0, overwrite: false, samples: [], tried: null, ...changes },
});
const tried = (changes: Partial<WireAdding> = {}): WireUpload =>
  upload({ state: "tried", read: 9, adding: adding(changes) });
const sample = (changes: Partial<WireAdding["samples"][number]>): WireAdding["samples"][number] => ({
  ...{ outcome: "new", line: 2, external_id: "T-2", answers: 0, more: 0, changes: [], record: null },
  ...{ task_record: null, ...changes },
});

const COLUMNS = [
  { column: "ticket", role: "metadata", unfit: [] },
  { column: "message", role: "input", unfit: [] },
] as const;
function open(file: WireUpload, page: string | null = "support/messages") {
  replies["GET /api/postil/v1/task-datasets/messages/add-target?workspace=support"] = { body: TARGET };
  replies[`GET ${OWN}`] = { body: file };
  replies[`POST ${OWN}/understand`] = () => ({
    body: understood({
      ...{ kind: "TextClassification", dataset: null, records: [], notes: [] },
      columns: [
        column("ticket", { kind: "ignored" }, { reason: "kept with the record" }),
        column("message", { kind: "ignored" }, { reason: "as last time" }),
      ],
      warnings: ["No column is the id."],
      task: {
        ...{ name: "messages", task: "TextClassification", agent: "import", several: false, labels: [], records: [] },
        ...{ is_export: false, columns: COLUMNS.map((one) => ({ ...one, unfit: [...one.unfit] })) },
      },
    }),
  });
  replies[`POST ${OWN}/add`] = () => ({ status: 202, body: file });
  show(file.id, page);
}
const bodyOf = (call: string) => asked.findLast((one) => one.call === call)?.body;

test("IMP-70 IMP-72 each column has its role; a chosen one says all, the reasons of the others stay, and it is tried", async () => {
  open(upload());
  expect(await screen.findByRole("heading", { level: 1, name: "Add records to messages" })).toBeDefined();
  const beside = within(await screen.findByRole("region", { name: "The dataset" }));
  expect(beside.getByRole("region", { name: "Texts to classify" }).textContent).toContain("messagemessage");
  expect(beside.getByRole("region", { name: "Labels" }).textContent).toContain("cardtransfer");
  expect(screen.getByText("No column is the id.")).toBeDefined();
  expect(bodyOf(`POST ${OWN}/understand`)).toMatchObject({
    into: { task_dataset: { workspace: "support", name: "messages" }, anew: false },
  });
  fireEvent.click(screen.getByRole("button", { name: "ticket goes to: Metadata" }));
  fireEvent.click(within(await screen.findByRole("menu")).getByRole("menuitemradio", { name: "Id" }));
  const columns = [
    { column: "ticket", role: "id" },
    { column: "message", role: "input" },
  ];
  await waitFor(() => expect(bodyOf(`POST ${OWN}/understand`)).toMatchObject({ task: { columns } }));
  expect(await screen.findByText("as last time")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: /^See what happens/ }));
  await waitFor(() =>
    expect(bodyOf(`POST ${OWN}/add`)).toMatchObject({ task: { columns }, dry_run: true, existing: "update" }),
  );
});

test("IMP-71 what people said stays, is shown before and after, and is overwritten only where that is chosen", async () => {
  const before = { kind: "task", name: "annotation", before: "card (jo)", after: "transfer (jo)", kept: true } as const;
  const stays = { kind: "task", name: "metadata.channel", before: "app", after: "chat", kept: false } as const;
  const samples = [
    sample({ outcome: "updated", changes: [stays, before] }),
    sample({ outcome: "left", line: 3, external_id: "T-3", changes: [before] }),
    sample({ task_record: { line: 4, refused: null, record: { inputs: { message: "A new text" } } } }),
  ];
  open(tried({ overwrites: 2, samples }));
  expect(await screen.findByText(/^In 2 rows the file says otherwise than people/)).toBeDefined();
  const updated = within(screen.getByRole("region", { name: "Updated" }));
  expect(updated.getByText("channel")).toBeDefined();
  expect(updated.getByText("stays as it is")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "1 left as they are: show the first of them" }));
  expect(within(screen.getByRole("region", { name: "Left as they are" })).getByText("T-3")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "3 new: show the first of them" }));
  expect(within(screen.getByRole("region", { name: "New" })).getByText("A new text")).toBeDefined();
  const overwrite = screen.getByRole("switch", { name: /^Overwrite annotations/ });
  expect(overwrite.getAttribute("aria-checked") ?? String((overwrite as HTMLInputElement).checked)).toBe("false");
  fireEvent.click(overwrite);
  await waitFor(() =>
    expect(bodyOf(`POST ${OWN}/add`)).toMatchObject({
      overwrite: true,
      existing: "update",
      dry_run: true,
      as_tried: true,
    }),
  );
});

test("IMP-70 IMP-73 the end says what was added, and leads to the dataset and its settings", async () => {
  const place = { query: "?workspace=support" };
  replies[
    `POST /api/datasets/TextClassification/messages/metrics/status_distribution:summary${place.query}&size=5000`
  ] = { body: {} };
  open(upload({ state: "done", read: 9, stored: 4, task_dataset: PLACE, adding: adding({ dry_run: false }) }), null);
  expect(await screen.findByRole("heading", { level: 1, name: "3 added, 1 updated in messages" })).toBeDefined();
  expect(screen.getByRole("link", { name: "Open the dataset" }).getAttribute("href")).toBe(
    "/datasets/support/messages",
  );
  expect((await screen.findByRole("link", { name: "Open the settings" })).getAttribute("href")).toBe(
    "/datasets/support/messages/settings",
  );
});
