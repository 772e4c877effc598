import type { WireAdding, WireUpload } from "@postil/contract/datasets/uploads";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { asked, OWN, replies, show, WORKSPACE } from "./import-page.fixture.tsx";
import { column, understood, upload } from "./understood.fixture.ts";

/** A file for a dataset that is there: its columns, what would become of its rows, and the end (IMP-30 to IMP-33). */

const times = { inserted_at: "2026-01-01T00:00:00", updated_at: "2026-01-01T00:00:00" };
const DATASET = {
  ...{ id: "d1", name: "bank-messages", guidelines: null, allow_extra_metadata: false, status: "ready" },
  ...{ workspace_id: WORKSPACE.id, last_activity_at: times.updated_at, ...times },
};
const field = (name: string, title: string, required: boolean) => ({
  ...{ id: name, name, title, required, dataset_id: "d1", ...times },
  settings: { type: "text", use_markdown: false },
});
const TARGET = {
  dataset: DATASET,
  fields: [field("message", "Message", true), field("reply", "Reply", false)],
  questions: [],
  metadata: [
    {
      ...{ id: "m1", name: "when", title: "When (YYYYMMDD)", visible_for_annotators: true, dataset_id: "d1", ...times },
      settings: { type: "integer", min: null, max: null },
    },
  ],
  vectors: [],
  columns: [],
};
const COUNTS = { added: 3, updated: 2, unchanged: 4, left: 0, refused: 1 };
const adding = (changes: Partial<WireAdding> = {}): WireAdding => ({
  ...{ dataset_id: "d1", dry_run: true, existing: "update", ...COUNTS, by_id: true, answered_texts: 0 },
  ...{ task_dataset: null, overwrites: 0, overwrite: false, samples: [], tried: null, ...changes },
});
const tried = (changes: Partial<WireAdding> = {}, rest: Partial<WireUpload> = {}) =>
  upload({ ...{ state: "tried", read: 10, refused: 1 }, ...rest, adding: adding(changes) });

const MISSING = 'No column goes to the required field "message".';
const columns = (messageFills: "field" | "ignored") => [
  column("ticket", { kind: "ignored" }, { fills: { kind: "id", name: null }, reason: "another value in every row" }),
  column(
    "body",
    { kind: "ignored" },
    { fills: messageFills === "field" ? { kind: "field", name: "message" } : { kind: "ignored", name: null } },
  ),
  column("sent", { kind: "ignored" }, { fills: { kind: "metadata", name: "when" }, reason: "as last time" }),
];

/** The page of the file and the dataset, and what the server says of the file. */
function open(file: WireUpload, messageFills: "field" | "ignored" = "field", page: string | null = "d1") {
  replies["GET /api/postil/v1/datasets/d1/add-target"] = { body: TARGET };
  replies["GET /api/v1/datasets/d1"] = { body: DATASET };
  replies[`GET ${OWN}`] = { body: file };
  replies[`POST ${OWN}/understand`] = {
    body: understood({
      ...{ columns: columns(messageFills), dataset: null, records: [], notes: [] },
      warnings: messageFills === "field" ? [] : [MISSING],
    }),
  };
  show(file.id, page);
}

/** The server begins what is asked, and has done it when it is asked again. */
function becomes(after: WireUpload) {
  replies[`POST ${OWN}/add`] = () => {
    replies[`GET ${OWN}`] = { body: after };
    return { status: 202, body: { ...after, state: "checking" } };
  };
}
const bodyOf = (call: string) => asked.filter((one) => one.call === call).at(-1)?.body;
const count = (name: string) => screen.getByText(name, { selector: "dt" }).nextSibling?.textContent;

test("IMP-31 each column goes to a part of the dataset; a required field without one is said, and what is chosen is tried", async () => {
  open(upload(), "ignored");
  expect(await screen.findByText(MISSING)).toBeDefined();
  const parts = within(screen.getByRole("region", { name: "Fields" }));
  expect(parts.getByText("Message").nextSibling?.textContent).toBe("no column, needed by new records");
  expect(parts.getByText("Reply").nextSibling?.textContent).toBe("no column");
  fireEvent.click(screen.getByRole("button", { name: /^body goes to/ }));
  expect(await screen.findByRole("menuitemradio", { name: "Metadata: When (YYYYMMDD), day first" })).toBeDefined();
  fireEvent.click(screen.getByRole("menuitemradio", { name: "Field: Message" }));
  await waitFor(() => expect(parts.getByText("Message").nextSibling?.textContent).toBe("body"));
  const chosen = { column: "body", part: { kind: "field", name: "message" } };
  await waitFor(() =>
    expect(bodyOf(`POST ${OWN}/understand`)).toMatchObject({
      into: { dataset_id: "d1", columns: expect.arrayContaining([chosen]) },
    }),
  );
  becomes(tried());
  fireEvent.click(screen.getByRole("button", { name: "See what happens" }));
  await screen.findByText("What will happen");
  expect(bodyOf(`POST ${OWN}/add`)).toMatchObject({
    dry_run: true,
    into: { columns: expect.arrayContaining([chosen]) },
  });
});

test("IMP-110 what was said of the columns of one dataset is back after a reload, and is not that of another", async () => {
  open(upload());
  fireEvent.click(await screen.findByRole("button", { name: /^body goes to/ }));
  fireEvent.click(await screen.findByRole("menuitemradio", { name: "Field: Reply" }));
  const body = () => screen.findByRole("button", { name: /^body goes to/ });
  await waitFor(async () => expect((await body()).textContent).toBe("Field: Reply"));
  cleanup();
  open(upload());
  expect(await screen.findByText(/^Your changes to the columns are back/)).toBeDefined();
  expect((await body()).textContent).toBe("Field: Reply");
  expect(bodyOf(`POST ${OWN}/understand`)).toMatchObject({
    into: { columns: expect.arrayContaining([{ column: "body", part: { kind: "field", name: "reply" } }]) },
  });
  cleanup();
  open(upload(), "field", null);
  await screen.findByLabelText("Name");
  expect(screen.queryByText(/^Your changes to the columns are back/)).toBeNull();
});

test.each([null, "d2"])(
  "IMP-31 a file tried for a dataset, opened on the page of %s, goes on for its own",
  async (page) => {
    replies["GET /api/postil/v1/datasets/d2/add-target"] = {
      body: { ...TARGET, dataset: { ...DATASET, id: "d2", name: "other" } },
    };
    open(tried(), "field", page);
    fireEvent.click(await screen.findByRole("button", { name: "Back to the columns" }));
    const body = await screen.findByRole("button", { name: /^body goes to/ });
    expect(bodyOf(`POST ${OWN}/understand`)).toMatchObject({ into: { dataset_id: "d1" } });
    expect(screen.getByText("header of d1")).toBeDefined();
    expect(document.title).toContain("Add records to bank-messages");
    fireEvent.click(body);
    fireEvent.click(await screen.findByRole("menuitemradio", { name: "Field: Reply" }));
    const parts = within(screen.getByRole("region", { name: "Fields" }));
    await waitFor(() => expect(parts.getByText("Reply").nextSibling?.textContent).toBe("body"));
  },
);

test("IMP-31 a new dataset that is being made is shown as one on the page of another", async () => {
  open(upload({ state: "storing" }));
  expect(await screen.findByText("header of a new one")).toBeDefined();
  expect(document.title).toContain("New dataset");
});

test("IMP-31 an export of Postil is not asked for its columns or how it is read, and tells no rows that were not counted", async () => {
  open(upload({ file: "exported.jsonl" }));
  replies[`POST ${OWN}/understand`] = {
    body: understood({ ...{ rows: 0, columns: [], dataset: null, records: [], notes: [] }, format: ["An export."] }),
  };
  expect(await screen.findByText(/^The file is an export of Postil: its parts go to/)).toBeDefined();
  expect(screen.queryByText(/\b0 rows/)).toBeNull();
  expect(screen.queryByText(/^no column/)).toBeNull();
  expect(screen.queryByText(/encoding/i)).toBeNull();
});

test("IMP-35 before there is a file the page says what adding does, and names the parts of the dataset", async () => {
  replies["GET /api/postil/v1/datasets/d1/add-target"] = { body: TARGET };
  show(null, "d1");
  const help = within(await screen.findByRole("region", { name: "What adding does" }));
  expect(help.getByText(/Answers are never touched\.$/)).toBeDefined();
  expect(await help.findByText("Reply")).toBeDefined();
  expect(screen.getByText(/Nothing is written before you press Add\.$/)).toBeDefined();
  expect(screen.queryByText(/press Create/)).toBeNull();
});

test("IMP-35 only the column that a person chose is said; all others keep their part and the reason of the guess", async () => {
  open(upload());
  fireEvent.click(await screen.findByRole("button", { name: /^body goes to/ }));
  const said = columns("field").map((one) => ({ ...one, reason: "as said" }));
  replies[`POST ${OWN}/understand`] = {
    body: understood({ ...{ columns: said, dataset: null, records: [], notes: [] }, rows: 12 }),
  };
  fireEvent.click(await screen.findByRole("menuitemradio", { name: "Metadata: When (YYYYMMDD)" }));
  expect(await screen.findByText("12 rows. Nothing is written yet.")).toBeDefined();
  const reasonOf = (name: string) => screen.getByRole("columnheader", { name: new RegExp(`^${name}`) }).textContent;
  expect(["ticket", "body", "sent"].map(reasonOf)).toEqual([
    "ticketanother value in every row",
    "bodyas said",
    // Its part was taken from it.
    "sent",
  ]);
  expect(screen.getByRole("button", { name: "sent goes to: Nothing: left out" })).toBeDefined();
  expect(screen.getByRole("button", { name: "ticket goes to: Id of the record" })).toBeDefined();
});

test("IMP-37 the remembered columns are forgotten when it is asked again, and what was said with them", async () => {
  open(upload());
  const remembered = [{ column: "body", part: { kind: "field", name: "reply" } }];
  replies["GET /api/postil/v1/datasets/d1/add-target"] = { body: { ...TARGET, columns: remembered } };
  fireEvent.click(await screen.findByRole("button", { name: /^body goes to/ }));
  fireEvent.click(await screen.findByRole("menuitemradio", { name: "Field: Reply" }));
  fireEvent.click(screen.getByRole("button", { name: "Forget the columns, guess anew" }));
  await waitFor(() =>
    expect(bodyOf(`POST ${OWN}/understand`)).toMatchObject({ into: { dataset_id: "d1", columns: null, anew: true } }),
  );
  expect(await screen.findByRole("button", { name: "body goes to: Field: Message" })).toBeDefined();
  expect(screen.queryByRole("button", { name: "Forget the columns, guess anew" })).toBeNull();
  becomes(tried());
  fireEvent.click(screen.getByRole("button", { name: "See what happens" }));
  await screen.findByText("What will happen");
  expect(bodyOf(`POST ${OWN}/add`)).toMatchObject({ into: { columns: null, anew: true } });
});

test("IMP-35 the end says what happened, what is in the dataset now and what to do next; an empty cell is called empty", async () => {
  const end = adding({ dry_run: false, added: 400, updated: 0, unchanged: 0 });
  replies["GET /api/v1/datasets/d1/progress"] = {
    body: { total: 1400, submitted: 90, discarded: 5, conflicting: 10, pending: 1300, completed: 100 },
  };
  const refused_rows = [{ line: 7, column: "body", value: "", reason: "missing required value" }];
  open(upload({ state: "done", read: 401, stored: 400, refused: 1, refused_rows, dataset_id: "d1", adding: end }));
  expect(await screen.findByRole("heading", { level: 1, name: "400 records added to bank-messages" })).toBeDefined();
  const now = within(screen.getByRole("region", { name: "The dataset now" }));
  expect((await now.findByText("Records")).nextSibling?.textContent).toBe("1,400");
  expect(now.getByText("Answered").nextSibling?.textContent).toBe("100");
  expect(now.getByText(/^Download the refused rows/)).toBeDefined();
  expect(now.getByRole("link", { name: "Open the settings" }).getAttribute("href")).toContain("/dataset/d1/settings");
  expect(screen.getByRole("cell", { name: "(empty)" })).toBeDefined();
});

test.each([
  [{ added: 1, updated: 0 }, "1 record added to bank-messages"],
  [{ added: 0, updated: 2 }, "2 records updated in bank-messages"],
  [{ added: 3, updated: 2 }, "3 added, 2 updated in bank-messages"],
  [{ added: 0, updated: 0 }, "Nothing changed in bank-messages"],
])("IMP-35 the title of the end of %o", async (counted, title) => {
  open(upload({ state: "done", read: 9, dataset_id: "d1", adding: adding({ dry_run: false, ...counted }) }));
  expect(await screen.findByRole("heading", { level: 1, name: title })).toBeDefined();
});

test("IMP-32 the dry run shows its counts, refused rows, changes and answered texts; Add adds what was tried", async () => {
  const sample = { kind: "field", name: "message", before: "Old words", after: "New words", kept: false } as const;
  const refused_rows = [{ line: 7, column: "body", value: null, reason: "The field is empty." }];
  open(
    tried(
      {
        answered_texts: 1,
        samples: [
          {
            ...{ outcome: "updated", line: 2, external_id: "T-2", answers: 2, more: 3, changes: [sample] },
            ...{ record: null, task_record: null },
          },
        ],
      },
      { refused_rows },
    ),
  );
  await screen.findByText("What will happen");
  // Perhaps nobody said anything of the columns.
  expect(screen.getByText("as they were tried")).toBeDefined();
  for (const [name, figure] of Object.entries({ new: "3", updated: "2", unchanged: "4", refused: "1" }))
    expect(count(name)).toBe(figure);
  expect(screen.getByText("The field is empty.")).toBeDefined();
  expect(screen.getByText(/^1 record.* with answers would change/)).toBeDefined();
  const updates = within(screen.getByRole("region", { name: "Updated" }));
  expect(updates.getByText("T-2")).toBeDefined();
  expect(updates.getByText("Message")).toBeDefined();
  expect(updates.getByText("and 3 more")).toBeDefined();
  becomes(tried({ existing: "leave", updated: 0, left: 2 }));
  fireEvent.click(screen.getByRole("radio", { name: /^Leave them as they are/ }));
  expect(await screen.findByRole("button", { name: "Add 3" })).toBeDefined();
  expect(count("left as they are")).toBe("2");
  expect(bodyOf(`POST ${OWN}/add`)).toMatchObject({ existing: "leave", dry_run: true, as_tried: true });
  becomes(
    upload({ state: "done", read: 10, stored: 3, refused: 1, dataset_id: "d1", adding: adding({ dry_run: false }) }),
  );
  fireEvent.click(screen.getByRole("button", { name: "Add 3" }));
  expect((await screen.findByRole("link", { name: "Open the dataset" })).getAttribute("href")).toContain("d1");
  expect(bodyOf(`POST ${OWN}/add`)).toMatchObject({ existing: "leave", dry_run: false, as_tried: true });
  expect(screen.queryByText(/^The dataset changed/)).toBeNull();
});

test("IMP-36 each count shows its first rows: new, unchanged and refused ones as annotators will see them", async () => {
  const row = (outcome: "new" | "unchanged" | "refused", line: number, reason: string | null = null) => ({
    ...{ outcome, line, external_id: `T-${line}`, answers: 0, more: 0, changes: [] },
    record: {
      ...{
        line,
        fields: { message: `Text of line ${line}` },
        metadata: { when: 20260101 },
        suggestions: [],
        answers: [],
      },
      refused: reason === null ? null : { line, column: "body", value: "", reason },
    },
    task_record: null,
  });
  const change = { kind: "field", name: "message", before: "Old words", after: "New words", kept: false } as const;
  const updated = { ...row("new", 2), outcome: "updated" as const, changes: [change], record: null };
  open(tried({ samples: [row("new", 3), row("new", 4), updated, row("unchanged", 5), row("refused", 6, "too long")] }));
  expect(within(await screen.findByRole("region", { name: "Updated" })).getByText("T-2")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "3 new: show the first of them" }));
  const added = within(screen.getByRole("region", { name: "New" }));
  expect(added.getByText("Text of line 3")).toBeDefined();
  expect(added.getByText("20260101")).toBeDefined();
  expect(added.getByText("line 3, T-3, 1 of 2 shown, 3 in all")).toBeDefined();
  fireEvent.click(added.getByRole("button", { name: "Next row" }));
  expect(added.getByText("Text of line 4")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "4 unchanged: show the first of them" }));
  expect(within(screen.getByRole("region", { name: "Unchanged" })).getByText("Text of line 5")).toBeDefined();
  const refused = screen.getByRole("button", { name: "1 refused: show the first of them" });
  fireEvent.click(refused);
  expect(refused.getAttribute("aria-pressed")).toBe("true");
  const region = within(screen.getByRole("region", { name: "Refused rows" }));
  expect(region.getByText("This row would be left out. body: too long")).toBeDefined();
});

test("IMP-32 when there is nothing to add the button says so", async () => {
  open(tried({ added: 0, updated: 0, unchanged: 9 }));
  const nothing = await screen.findByRole("button", { name: "There is nothing to add." });
  expect(nothing.hasAttribute("disabled") || nothing.getAttribute("aria-disabled") === "true").toBe(true);
});

test("IMP-32 an end that differs from the dry run says how", async () => {
  const end = adding({ dry_run: false, added: 2, unchanged: 5, tried: COUNTS });
  open(upload({ state: "done", read: 10, stored: 4, refused: 1, dataset_id: "d1", adding: end }));
  expect(
    await screen.findByText(/^The dataset changed since.* 3 new, 2 updated, 4 unchanged, 1 refused\.$/),
  ).toBeDefined();
  expect(count("new")).toBe("2");
});

test("IMP-33 what was stopped says how many records stay", async () => {
  open(
    upload({ state: "stopped", read: 10, stored: 1500, adding: adding({ dry_run: false, added: 1500, updated: 0 }) }),
  );
  expect(await screen.findByText("1,500 records were added or updated, and stay.")).toBeDefined();
});
