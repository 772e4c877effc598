import type { WireTaskPlan, WireUnderstanding } from "@postil/contract/datasets/uploads";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { asked, OWN, replies, show, WORKSPACE } from "./import-page.fixture.tsx";
import { column, understood, upload } from "./understood.fixture.ts";

/** A file that becomes a dataset of one of the three tasks, against replies shaped by the contract. */

const KINDS: WireUnderstanding["kinds"] = [
  { kind: "feedback", unfit: null },
  { kind: "TextClassification", unfit: null },
  { kind: "TokenClassification", unfit: "no column has lists of tokens" },
  { kind: "Text2Text", unfit: null },
];
const plan = (changes: Partial<WireTaskPlan> = {}): WireTaskPlan => ({
  ...{ name: "messages", task: "TextClassification", agent: "import", several: false, is_export: false },
  columns: [
    { column: "message", role: "input", unfit: ["text", "tokens", "tags"] },
    { column: "intent", role: "annotation", unfit: ["text", "tokens", "tags"] },
  ],
  labels: [{ value: "card", count: 7 }],
  records: [
    {
      ...{ line: 2, refused: null },
      record: {
        ...{ inputs: { message: "Where is my card? مرحبا 🐦" }, status: "Validated", metadata: { n: 1 } },
        annotation: { agent: "jo", labels: [{ class: "card" }] },
        prediction: { agent: "bot", labels: [{ class: "top up", score: 0.25 }] },
      },
    },
    { line: 3, refused: "inputs: a record needs at least one input", record: null },
  ],
  ...changes,
});
const ofTask = (changes: Partial<WireTaskPlan> = {}) =>
  understood({
    ...{ kind: "TextClassification", kinds: KINDS, dataset: null, records: [], task: plan(changes) },
    columns: ["message", "intent"].map((name) => column(name, { kind: "ignored" })),
  });
const saidLast = () =>
  asked.filter(({ call }) => call.endsWith("/understand")).at(-1)?.body as { task: unknown } | undefined;

test("IMP-40 IMP-41 IMP-42 a kind is chosen, then a role, a label and the agent; Create sends what is shown", async () => {
  replies[`POST ${OWN}/understand`] = () => ({
    body:
      (asked.at(-1)?.body as { kind?: unknown } | undefined)?.kind === null
        ? understood({ kinds: KINDS, kind_reason: "columns" })
        : ofTask(),
  });
  show();
  fireEvent.click(await screen.findByRole("button", { name: "It becomes: Feedback dataset" }));
  const menu = await screen.findByRole("menu");
  expect(
    within(menu)
      .getByRole("menuitemradio", { name: /Token classification/ })
      .getAttribute("aria-disabled"),
  ).toBe("true");
  fireEvent.click(within(menu).getByRole("menuitemradio", { name: /Text classification/ }));

  const labels = await screen.findByRole("region", { name: "Step 3: Labels" });
  expect(within(labels).getByText("card")).toBeDefined();
  expect(screen.queryByLabelText("Guidelines")).toBeNull();
  const preview = screen.getByRole("region", { name: "Preview" });
  expect(within(preview).getByText("Where is my card? مرحبا 🐦")).toBeDefined();
  expect(within(preview).getByRole("region", { name: "Predicted by" }).textContent).toMatch(/bot.*top up.*25%/);

  fireEvent.click(screen.getByRole("button", { name: "What intent becomes: Annotation" }));
  fireEvent.click(await screen.findByRole("menuitemradio", { name: "Prediction" }));
  const input = within(labels).getByLabelText("Add a label");
  fireEvent.change(input, { target: { value: "other" } });
  fireEvent.keyDown(input, { key: "Enter" });
  fireEvent.change(within(labels).getByLabelText("Agent"), { target: { value: "jo" } });
  const task = {
    columns: [
      { column: "message", role: "input" },
      { column: "intent", role: "prediction" },
    ],
    ...{ agent: "jo", several: null, labels: ["other"] },
  };
  await waitFor(() => expect(saidLast()).toMatchObject({ kind: "TextClassification", task }));

  const name = screen.getByLabelText("Name");
  fireEvent.change(name, { target: { value: "My messages" } });
  fireEvent.click(screen.getByRole("button", { name: /Create dataset/ }));
  expect(await screen.findAllByText(/The name of such a dataset has small letters/)).toHaveLength(2);
  fireEvent.change(name, { target: { value: "my-messages" } });
  const place = { workspace: "support", name: "my-messages", task: "TextClassification" } as const;
  replies[`POST ${OWN}/import`] = {
    ...{ status: 202, body: upload({ state: "done", read: 10, stored: 9, refused: 1, task_dataset: place }) },
  };
  fireEvent.click(screen.getByRole("button", { name: /Create dataset/ }));
  expect((await screen.findByRole("link", { name: "Start labeling" })).getAttribute("href")).toBe(
    "/datasets/support/my-messages",
  );
  expect(asked.find(({ call }) => call === `POST ${OWN}/import`)?.body).toMatchObject({
    ...{ kind: "TextClassification", name: "my-messages", workspace_id: WORKSPACE.id, task },
  });
});

test("IMP-41 entities are marked in the text, and a refused row says why", async () => {
  const record = {
    ...{ text: "Ana 🐦 in Rome", tokens: ["Ana", "🐦", "in", "Rome"], status: "Validated" },
    annotation: { agent: "jo", entities: [{ label: "LOC", start: 9, end: 13 }] },
  };
  const rows = [{ line: 1, refused: null, record }, ...plan().records.slice(1)];
  const told = {
    task: "TokenClassification" as const,
    labels: [{ value: "LOC", count: 1 }],
    records: rows,
  } satisfies Partial<WireTaskPlan>;
  replies[`POST ${OWN}/understand`] = {
    body: { ...ofTask(told), kind: "TokenClassification", kind_reason: "each line has a token" },
  };
  show();
  expect((await screen.findByText("Rome", { selector: "mark" })).getAttribute("title")).toBe("LOC");
  expect(screen.getByText("each line has a token")).toBeDefined();
  const preview = screen.getByRole("region", { name: "Preview" });
  fireEvent.click(within(preview).getByRole("button", { name: "Next row" }));
  expect(within(preview).getByText(/This row would be left out\. inputs: a record needs/)).toBeDefined();
});
