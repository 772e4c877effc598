import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { asked, client, FILE, OWN, replies, show, UPLOADS } from "./import-page.fixture.tsx";
import { upload } from "./understood.fixture.ts";

/** How the page goes from file to file and from state to state, whatever the server says meanwhile (IMP-05). */

const RUNNING = upload({ state: "storing", read: 13_003, total: 12_990, stored: 8_416 });

const button = (name: string) => screen.findByRole("button", { name });
const press = async (name: string) => fireEvent.click(await button(name));

test("IMP-05 an import that a restart of the server removed is told, and not asked for any more", async () => {
  replies[`GET ${OWN}`] = { body: RUNNING };
  show();
  await screen.findByText("8,416");
  replies[`GET ${OWN}`] = { status: 404, body: { detail: "Upload not found" } };
  expect(await screen.findByText(/This file is not on the server any more/)).toBeDefined();
  expect(screen.queryByText("8,416")).toBeNull();
  const query = client.getQueryCache().find({ queryKey: ["uploads", FILE.id] });
  const every = query?.observers[0]?.options.refetchInterval;
  expect(query && typeof every === "function" && every(query)).toBe(false);
});

test("PGS-92 a file that another server has is not called gone, and the next try may find it there", async () => {
  replies[`GET ${OWN}`] = { status: 404, body: { detail: "not found", elsewhere: { asked: "second", has: null } } };
  show();
  const said = (await screen.findByText(/does not have this file/)).textContent?.replaceAll(/[\u2066-\u2069]/g, "");
  expect(said).toMatch(
    /^The server “second”, which answered now, does not have this file\..* Try again: .*send the file again/,
  );
  expect(screen.queryByText(/is not on the server any more/)).toBeNull();
  replies[`GET ${OWN}`] = { body: RUNNING };
  await press("Retry");
  expect(await screen.findByText("8,416")).toBeDefined();
});

test("IMP-05 Stop of an import that has ended meanwhile forgets nothing, and shows its end", async () => {
  let isOver = false;
  replies[`GET ${OWN}`] = () => ({ body: isOver ? upload({ ...RUNNING, state: "done", stored: 12_990 }) : RUNNING });
  replies[`DELETE ${OWN}`] = { status: 204, body: null };
  show();
  await press("Stop");
  const dialog = within(await screen.findByRole("alertdialog"));
  isOver = true;
  fireEvent.click(dialog.getByRole("button", { name: "Stop" }));
  expect(await screen.findByText("records imported")).toBeDefined();
  expect(asked.map(({ call }) => call)).not.toContain(`DELETE ${OWN}`);
});

test("IMP-05 Other file after an import leads to the choice of a file, whatever was known of the import before", async () => {
  client.setQueryData(["uploads"], [RUNNING]);
  const done = upload({ ...RUNNING, state: "done", stored: 12_990 });
  replies[`GET ${OWN}`] = { body: done };
  replies[`GET ${UPLOADS}`] = { body: { items: [done] } };
  show();
  await press("Other file");
  expect(await screen.findByText("Drop a file here")).toBeDefined();
  expect(await screen.findByText(/imported$/)).toBeDefined();
  expect(screen.queryByText("records imported")).toBeNull();
});

test("IMP-05 a file that is being sent goes on when another tab begins an import", async () => {
  const abort = vi.fn();
  vi.stubGlobal(
    "XMLHttpRequest",
    class {
      readonly upload = {};
      readonly abort = abort;
      open() {}
      setRequestHeader() {}
      send() {}
    },
  );
  show(null);
  const [input] = await screen.findAllByLabelText("Choose a file", { selector: "input" });
  if (input === undefined) throw new Error("no place for a file");
  fireEvent.change(input, { target: { files: [new File(["a,b"], "next.csv")] } });
  await screen.findByRole("button", { name: "Cancel the upload" });
  replies[`GET ${UPLOADS}`] = { body: { items: [RUNNING] } };
  await client.invalidateQueries({ queryKey: ["uploads"], exact: true });
  expect(await screen.findByRole("button", { name: "Open messages.csv" })).toBeDefined();
  expect(screen.getByRole("button", { name: "Cancel the upload" })).toBeDefined();
  expect(abort).not.toHaveBeenCalled();
});

test("IMP-05 an import whose reply was lost is looked for, and shown as it runs", async () => {
  replies[`POST ${OWN}/import`] = () => {
    replies[`GET ${OWN}`] = { body: RUNNING };
    throw new TypeError("the connection broke");
  };
  show();
  await screen.findByRole("button", { name: /^intent becomes:/ });
  await press("Create dataset");
  expect(await screen.findByText("8,416")).toBeDefined();
});

test("IMP-06 the refused rows of an import that failed can be downloaded, also two of one line", async () => {
  const complained = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const row = { line: 4, column: "urgency", value: "high", reason: "Not a number." };
  replies[`GET ${OWN}`] = { body: upload({ state: "failed", refused: 2, refused_rows: [row, row] }) };
  show();
  expect(await button("Download refused rows")).toBeDefined();
  expect(screen.getAllByRole("cell", { name: "4" })).toHaveLength(2);
  expect(complained).not.toHaveBeenCalled();
});

test("IMP-122 refused rows of a list on one line are called rows", async () => {
  const row = { line: 4, column: "urgency", value: "high", reason: "Not a number." };
  const alike = [{ column: "urgency", reason: "Not a number.", line: 4, count: 2 }];
  const refused = { refused: 2, refused_rows: [row], refused_alike: alike };
  replies[`GET ${OWN}`] = { body: upload({ state: "failed", numbers: "row", ...refused }) };
  show();
  expect(await screen.findByRole("columnheader", { name: "Row" })).toBeDefined();
  expect(screen.getByText("(first in row 4)")).toBeDefined();
});

const title = () => screen.getByRole("heading", { level: 1 });

test("IMP-05 the focus is at the title when the step that had it is gone: after Create, after Stop", async () => {
  replies[`POST ${OWN}/import`] = () => {
    replies[`GET ${OWN}`] = { body: RUNNING };
    return { status: 202, body: RUNNING };
  };
  replies[`DELETE ${OWN}`] = () => {
    replies[`GET ${OWN}`] = { body: upload({ ...RUNNING, state: "stopped" }) };
    return { status: 204, body: null };
  };
  show();
  await screen.findByRole("button", { name: /^intent becomes:/ });
  (await button("Create dataset")).focus();
  await press("Create dataset");
  await screen.findByText("8,416");
  await waitFor(() => expect(document.activeElement).toBe(title()));
  // Names are no words of the page (I18-05).
  expect(screen.getByText("Intent", { selector: "bdi" }).getAttribute("translate")).toBe("no");
  (await button("Stop")).focus();
  await press("Stop");
  fireEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Stop" }));
  await screen.findByText("Nothing was stored.");
  await waitFor(() => expect(document.activeElement).toBe(title()));
});

test("IMP-05 a file that is forgotten leaves the focus at the next one, and the last one at the title", async () => {
  const files = [upload({ file: "one.csv" }), upload({ id: "0190f1a0-0000-7000-8000-000000000002", file: "two.csv" })];
  replies[`GET ${UPLOADS}`] = () => ({ body: { items: files } });
  for (const { id } of files)
    replies[`DELETE ${UPLOADS}/${id}`] = () => {
      files.shift();
      return { status: 204, body: null };
    };
  show(null);
  (await button("Forget one.csv")).focus();
  await press("Forget one.csv");
  await waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toBe("Forget two.csv"));
  await waitFor(() => expect(document.activeElement?.getAttribute("aria-disabled")).toBeNull());
  await press("Forget two.csv");
  await waitFor(() => expect(document.activeElement).toBe(title()));
});

test("IMP-05 the names of a finished import are marked as such (I18-05)", async () => {
  replies[`GET ${OWN}`] = { body: upload({ ...RUNNING, state: "done" }) };
  show();
  await screen.findByText("records imported");
  expect(title().getAttribute("translate")).toBe("no");
  expect(screen.getByText("messages.csv", { selector: "span" }).getAttribute("translate")).toBe("no");
});
