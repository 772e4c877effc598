import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { hasUnsaved } from "../../../lib/unsaved.ts";
import { asked, OWN, type Reply, replies, show, TAKEN, UPLOADS, WORKSPACE } from "./import-page.fixture.tsx";
import { understood, upload } from "./understood.fixture.ts";

/** The page against replies shaped by the contract (IMP-03 to IMP-06). */

const role = (column: string) => screen.findByRole("button", { name: new RegExp(`^${column} becomes:`) });
const NOTHING_READ = { rows: 0, columns: [], records: [], dataset: null };
const create = () => screen.findByRole("button", { name: "Create dataset" });
const wishes = () => asked.filter(({ call }) => call.endsWith("/understand")).map(({ body }) => body);

/** The server takes the import, and says from then on that it runs. */
function imports() {
  replies[`POST ${OWN}/import`] = () => {
    replies[`GET ${OWN}`] = { body: upload({ state: "checking" }) };
    return Promise.resolve({ status: 202, body: upload({ state: "checking" }) });
  };
}

async function say(column: string, to: string) {
  fireEvent.click(await role(column));
  fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: new RegExp(`^${to}`) }));
  fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
}

test("IMP-03 columns with role, reason and values, the reading, the notes and the first records are shown; a refused row says so", async () => {
  show();
  expect((await role("intent")).textContent).toBe("Label question");
  expect(screen.getByText("why intent")).toBeDefined();
  expect(screen.getByText("A note about the columns.")).toBeDefined();
  expect(screen.getByText(/10 rows, 9.4 MB. Read as a table/)).toBeDefined();
  expect(screen.getByText("Where is my card? مرحبا 🐦")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Next row" }));
  expect(screen.getByText("This row would be left out. message: The field is empty.")).toBeDefined();
  fireEvent.click(await role("intent"));
  const menu = within(await screen.findByRole("dialog"));
  const rating = menu.getByRole("button", { name: /^Rating question/ });
  expect([rating.getAttribute("aria-disabled"), rating.textContent]).toEqual(["true", "Rating questionnot numbers"]);
  expect(menu.getByText("card").nextSibling?.textContent).toBe("7");
});

test("IMP-140 rows that will be left out are told, counted and shown before the dataset is created", async () => {
  const rows = [{ line: 2, column: null, value: null, reason: "no JSON object: null" }];
  replies[`POST ${OWN}/understand`] = { body: understood({ refused: { count: 7, tried: 10, numbers: "line", rows } }) };
  show();
  await role("intent");
  const file = within(screen.getByRole("region", { name: "Step 1: File" }));
  expect(file.getByText("7 rows cannot become records, and are left out.")).toBeDefined();
  expect(file.getByText("Show these rows").closest("details")?.textContent).toContain("no JSON object: null");
  const [foot] = within(screen.getByRole("contentinfo")).getAllByRole("status");
  expect(foot?.textContent).toMatch(
    /^ ?3 rows become records with .*7 rows cannot become records, and are left out\.$/,
  );
  expect(screen.getByText("row 1 of 10")).toBeDefined();
});

test("IMP-140 of a large file it is said that only the first rows are tried", async () => {
  const refused = { count: 7, tried: 1000, numbers: "line" as const, rows: [] };
  replies[`POST ${OWN}/understand`] = { body: understood({ rows: 140_000, refused }) };
  show();
  await role("intent");
  expect(
    screen.getByText(
      "At least 7 rows cannot become records, and are left out. The rules are tried on the first 1,000 rows now, and on all of them later.",
    ),
  ).toBeDefined();
  const [foot] = within(screen.getByRole("contentinfo")).getAllByRole("status");
  expect(foot?.textContent).toMatch(/^At most 139,993 rows become records .* At least 7 rows cannot/);
});

test("IMP-140 a file that cannot be read makes no records, and all steps keep their numbers", async () => {
  replies[`POST ${OWN}/understand`] = {
    body: understood({ ...NOTHING_READ, fault: "It cannot be read." }),
  };
  show();
  await screen.findByText("It cannot be read.");
  const [foot] = within(screen.getByRole("contentinfo")).getAllByRole("status");
  expect(foot?.textContent).toBe("No row can become a record yet. Step 1 says why.");
  expect(screen.getByRole("heading", { name: /^Columns/ })).toBeDefined();
  expect(screen.getByRole("heading", { name: /^Questions/ })).toBeDefined();
});

test("IMP-04 a role asks the server again, the newest answer counts, and Create waits for it and sends what is shown", async () => {
  show();
  await role("channel");
  const later: ((reply: Reply) => void)[] = [];
  replies[`POST ${OWN}/understand`] = () => new Promise<Reply>((resolve) => later.push(resolve));
  imports();
  await say("channel", "Ignore");
  await say("bot", "Metadata");
  await waitFor(() => expect(later).toHaveLength(2));
  // It is kept, so nobody is asked before the page goes.
  expect(hasUnsaved()).toBe(false);
  expect(wishes().at(-1)).toMatchObject({
    columns: [
      { column: "message", role: { kind: "field" } },
      { column: "intent", role: { kind: "question" } },
      { column: "bot", role: { kind: "metadata" } },
      { column: "channel", role: { kind: "ignored" } },
    ],
  });
  fireEvent.click(await create());
  expect(screen.getByText(/The dataset is created as soon as the file is read/)).toBeDefined();
  // The earlier answer comes, and is about what nobody says any more.
  later[0]?.({ body: understood({ rows: 999 }) });
  expect(screen.queryByText("999 rows")).toBeNull();
  expect(asked.some(({ call }) => call.endsWith("/import"))).toBe(false);
  later[1]?.({ body: understood({ rows: 11 }) });
  await screen.findByText(/You can close this page/);
  const sent = asked.find(({ call }) => call.endsWith("/import"))?.body;
  expect(sent).toMatchObject({ name: "messages", workspace_id: WORKSPACE.id });
  expect(sent).toHaveProperty("columns", (wishes().at(-1) as { columns: unknown }).columns);
});

test("IMP-04 Create that is pressed before a changed file is read sends what the person chose of its columns", async () => {
  show();
  await say("channel", "Ignore");
  await say("bot", "Metadata");
  await waitFor(() => expect(wishes()).toHaveLength(3));
  const later: ((reply: Reply) => void)[] = [];
  replies[`POST ${OWN}/understand`] = () => new Promise<Reply>((resolve) => later.push(resolve));
  imports();
  fireEvent.click(screen.getByRole("button", { name: "How the file is read" }));
  fireEvent.click(screen.getByRole("button", { name: /^Separator:/ }));
  fireEvent.click(await screen.findByRole("menuitemradio", { name: "Semicolon" }));
  await waitFor(() => expect(later).toHaveLength(1));
  fireEvent.click(await create());
  later[0]?.({ body: understood() });
  await waitFor(() => expect(later).toHaveLength(2));
  expect(asked.some(({ call }) => call.endsWith("/import"))).toBe(false);
  later[1]?.({ body: understood() });
  await screen.findByText(/You can close this page/);
  expect(asked.find(({ call }) => call.endsWith("/import"))?.body).toMatchObject({
    reading: { separator: ";" },
    columns: [{}, {}, { role: { kind: "metadata" } }, { role: { kind: "ignored" } }],
    questions: [{ column: "intent", required: true }],
  });
});

test("IMP-05 the keys of Create work on a button that opens a menu", async () => {
  imports();
  show();
  const button = await role("channel");
  await waitFor(() => expect(wishes()).toHaveLength(1));
  button.focus();
  fireEvent.keyDown(button, { key: "Enter", code: "Enter", ctrlKey: true });
  await screen.findByText(/You can close this page/);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("IMP-05 Create that is pressed before the workspaces are known waits for them", async () => {
  const later: ((reply: Reply) => void)[] = [];
  replies["GET /api/workspaces"] = () => new Promise<Reply>((resolve) => later.push(resolve));
  imports();
  show();
  await role("channel");
  expect(screen.queryByText(/^You are in no workspace/)).toBeNull();
  fireEvent.click(await create());
  expect(asked.some(({ call }) => call.endsWith("/import"))).toBe(false);
  later[0]?.({ body: [WORKSPACE] });
  await screen.findByText(/You can close this page/);
});

test("IMP-05 of several workspaces the oldest one is chosen, as the command does", async () => {
  const before = { ...WORKSPACE, id: "0190f1a0-0000-7000-8000-0000000000bb", name: "team" };
  const after = { ...WORKSPACE, name: "0", inserted_at: "2026-02-01T00:00:00" };
  replies["GET /api/workspaces"] = { body: [after, before] };
  show();
  await role("channel");
  expect((await screen.findByRole("button", { name: /Workspace/ })).textContent).toContain("team");
});

test("IMP-04 a question of a column that is left out goes, and its suggestions are told before anything is created", async () => {
  show();
  await say("intent", "Text question");
  await say("intent", "Ignore");
  expect(await screen.findByText(/^bot is for the question intent, which is no question any more/)).toBeDefined();
  fireEvent.click(await create());
  expect(within(screen.getByRole("contentinfo")).getByRole("alert").textContent).toContain("bot is for the question");
  expect(asked.some(({ call }) => call.endsWith("/import"))).toBe(false);
});

test("IMP-08 whose answers is chosen, and each name that is nobody's of the workspace is settled before anything is created", async () => {
  const person = (username: string, first_name: string, last_name: string | null) => ({
    ...{ id: `id of ${username}`, username, first_name, last_name, role: "annotator", api_key: null, workspaces: null },
    ...{ inserted_at: WORKSPACE.inserted_at, updated_at: WORKSPACE.updated_at },
  });
  replies[`GET /api/v1/workspaces/${WORKSPACE.id}/users`] = {
    body: { items: [person("jo", "Jo", "Berg"), person("lind", "M.", "Lind")] },
  };
  const names = [
    { name: "jo", count: 6 },
    { name: "Lind, M.", count: 4 },
  ];
  replies[`POST ${OWN}/understand`] = () => ({ body: understood({ people: names }) });
  show();
  fireEvent.click(await role("intent"));
  const menu = within(await screen.findByRole("dialog"));
  fireEvent.click(menu.getByRole("radio", { name: "answers of people" }));
  expect(await menu.findByRole("radio", { name: "Jo Berg (jo)" })).toBeDefined();
  fireEvent.click(menu.getByRole("radio", { name: "as channel says" }));
  fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
  const list = within(await screen.findByRole("region", { name: "Names in the file" }));
  expect(list.getByText("1 name of people in the workspace")).toBeDefined();
  expect(list.getByText("4 rows")).toBeDefined();
  fireEvent.click(await create());
  expect(within(screen.getByRole("contentinfo")).getByRole("alert").textContent).toContain("Lind, M.");
  expect(asked.some(({ call }) => call.endsWith("/import"))).toBe(false);
  fireEvent.click(list.getByRole("button", { name: /^Who Lind, M\. is/ }));
  fireEvent.click(await screen.findByRole("menuitemradio", { name: "M. Lind (lind)" }));
  await waitFor(() => expect(screen.queryByText(/^Not among the people/)).toBeNull());
  await waitFor(() => expect(wishes().at(-1)).toMatchObject({ people: [{ name: "Lind, M.", username: "lind" }] }));
  expect(wishes().at(-1)).toMatchObject({
    columns: expect.arrayContaining([
      {
        column: "intent",
        role: {
          ...{ kind: "question", type: "label_selection", values: "answers" },
          by: { kind: "column", column: "channel" },
        },
      },
    ]),
  });
});

test("IMP-03 a file that cannot be understood says what to do, with the controls that say it", async () => {
  replies[`POST ${OWN}/understand`] = {
    body: understood({ columns: [], dataset: null, records: [], rows: 0, fault: "Choose what it is under Encoding." }),
  };
  show();
  expect(await screen.findByText("Choose what it is under Encoding.")).toBeDefined();
  expect(screen.getByRole("button", { name: /^Encoding:/ })).toBeDefined();
  fireEvent.click(await create());
  expect(asked.some(({ call }) => call.endsWith("/import"))).toBe(false);
});

test.each([
  ["taken", "The workspace “support” has a dataset with this name already."],
  ["_below", "begins with neither - nor _"],
  [" ", "The dataset needs a name."],
])("IMP-04 the name %j is refused in its place", async (name, why) => {
  show();
  fireEvent.change(await screen.findByLabelText("Name"), { target: { value: name } });
  expect((await screen.findAllByText(new RegExp(why)))[0]?.getAttribute("role")).toBe("alert");
});

test("IMP-04 a name that was taken meanwhile is told in plain words, and its box has the focus", async () => {
  const detail = "The workspace “support” has a dataset “messages” already. Choose another name.";
  replies[`POST ${OWN}/import`] = () => {
    replies["GET /api/v1/me/datasets"] = { body: { items: [{ ...TAKEN, name: "messages" }] } };
    return { status: 409, body: { detail } };
  };
  show();
  await role("intent");
  fireEvent.click(await create());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Name")));
  expect(screen.getByText(detail)).toBeDefined();
  expect(screen.getByText(/^The workspace “support” has a dataset with this name already/)).toBeDefined();
});

test("IMP-15 a sheet can be chosen where the first one holds no rows, and nothing that is about text", async () => {
  const { reading } = understood();
  const sheets = { is_text: false, encoding: null, separator: null, sheet: "Cover", sheets: ["Cover", "Data"] };
  replies[`POST ${OWN}/understand`] = {
    body: understood({ ...NOTHING_READ, reading: { ...reading, ...sheets }, fault: "It holds no rows." }),
  };
  show();
  await screen.findByText("It holds no rows.");
  expect(screen.queryByRole("button", { name: /^Encoding:/ })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: /^Sheet:/ }));
  fireEvent.click(await screen.findByRole("menuitemradio", { name: "Data" }));
  await waitFor(() => expect(wishes().at(-1)).toMatchObject({ reading: { sheet: "Data" } }));
});

test("IMP-15 a file that is no text and cannot be read is offered no encoding and no separator", async () => {
  const { reading } = understood();
  const none = { ...reading, is_text: false, encoding: null, separator: null };
  replies[`POST ${OWN}/understand`] = { body: understood({ ...NOTHING_READ, reading: none, fault: "It is damaged." }) };
  show();
  await screen.findByText("It is damaged.");
  expect(screen.queryByRole("region", { name: "How the file is read" })).toBeNull();
  expect(screen.queryByRole("button", { name: /^(?:Encoding|Separator|Quotes|First line):/ })).toBeNull();
});

test("IMP-04 a person without a workspace reads what to do", async () => {
  replies["GET /api/workspaces"] = { body: [] };
  show();
  expect(await screen.findByText(/^You are in no workspace/)).toBeDefined();
});

test("IMP-04 workspaces that could not be loaded are told as that, with Retry", async () => {
  replies["GET /api/workspaces"] = { status: 500, body: { detail: "Something broke." } };
  show();
  expect(await screen.findByText("Something broke.")).toBeDefined();
  expect(screen.queryByText(/^You are in no workspace/)).toBeNull();
  replies["GET /api/workspaces"] = { body: [WORKSPACE] };
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("button", { name: "Workspace: support" })).toBeDefined();
});

test("IMP-04 the reading form stays open when the doubt that opened it is settled", async () => {
  replies[`POST ${OWN}/understand`] = { body: understood({ asked: ["Are these labels the same?"] }) };
  show();
  const asWritten = await screen.findByRole("switch", { name: /^Keep labels as they are written/ });
  replies[`POST ${OWN}/understand`] = { body: understood() };
  fireEvent.click(asWritten);
  await waitFor(() => expect(screen.queryByText("Are these labels the same?")).toBeNull());
  expect(screen.getByRole("switch", { name: /^Keep labels as they are written/ })).toBeDefined();
});

test("IMP-05 a failed answer stands where the columns would, with Retry; a file that is gone is told", async () => {
  replies[`POST ${OWN}/understand`] = { status: 507, body: null };
  show();
  expect((await screen.findAllByText(/The server’s disk is full/)).length).toBeGreaterThan(0);
  replies[`POST ${OWN}/understand`] = { body: understood() };
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await role("message")).toBeDefined();
});

test("IMP-05 IMP-06 a failed import says why, lists its refused rows, and leads back to the columns", async () => {
  const refused = { line: 412, column: "urgency", value: "high", reason: "Not a number." };
  replies[`GET ${OWN}`] = {
    body: upload({ state: "failed", detail: "The disk is full.", refused: 120, refused_rows: [refused] }),
  };
  show();
  expect(await screen.findByText("The disk is full.")).toBeDefined();
  expect(screen.getByText("the first 1 of 120 rows")).toBeDefined();
  expect(screen.getByRole("cell", { name: "412" })).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Back to the columns" }));
  expect(await role("message")).toBeDefined();
});

test("IMP-05 an import that runs is found again, and its numbers add up at the end", async () => {
  const running = upload({ state: "storing", read: 13_003, total: 12_990, stored: 8_416, refused: 13 });
  replies[`GET ${UPLOADS}`] = { body: { items: [running] } };
  replies[`GET ${OWN}`] = { body: running };
  show(null);
  expect(await screen.findByText("8,416")).toBeDefined();
  expect(screen.getByText("records stored of 12,990")).toBeDefined();
  replies[`GET ${OWN}`] = { body: upload({ ...running, state: "done", stored: 12_990, read: 13_004 }) };
  expect(await screen.findByText("Describe the dataset only")).toBeDefined();
  expect(screen.getByText("12,990 of 13,004 rows")).toBeDefined();
});
