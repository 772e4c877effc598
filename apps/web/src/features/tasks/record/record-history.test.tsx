import { textRecord } from "@postil/domain/tasks/shown-record.fixture";
import { screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { openSession, recognise } from "../../../lib/session/store.ts";
import RecordHistory from "./record-history.tsx";
import { renderOnPage } from "./task-page.fixture.tsx";

afterEach(() => void vi.unstubAllGlobals());

const ME = { id: "u1", username: "mara" };
const entry = (id: number, changes: object) => ({
  ...{ id, at: "2026-11-21T12:00:00", actor: ME, before: null, changed: [] },
  ...changes,
});

test("design/record.md#history of a task record: who did what, the statuses, the annotations and what else changed", async () => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address);
    const items = [
      entry(3, {
        actor: null,
        before: { status: "Discarded", annotation: "Sport" },
        after: { status: "Discarded", annotation: "Sport" },
        changed: ["prediction", "metadata"],
      }),
      entry(2, {
        actor: { id: "u2", username: "ada" },
        before: { status: "Default", annotation: "Politics" },
        after: { status: "Discarded", annotation: "Sport" },
        changed: ["annotation"],
      }),
      entry(1, { after: { status: "Default", annotation: "Politics" } }),
    ];
    return Response.json({ items, more: false });
  });
  openSession("token");
  recognise("token", {
    ...{ id: ME.id, username: ME.username, firstName: "Mara", lastName: null, role: "admin", apiKey: "key" },
    ...{ workspaces: [], insertedAt: 0, updatedAt: 0 },
  });
  const record = textRecord({ id: "a b" });
  renderOnPage([record], <RecordHistory record={record} onClose={() => undefined} />);
  const items = await within(await screen.findByRole("dialog")).findAllByRole("listitem");
  const said = (at: number) =>
    [...(items[at]?.querySelectorAll(":scope > div > span:first-child, :scope > p, dl > dt, dl > dd") ?? [])].map(
      (part) => part.textContent?.replace(/\s+/g, " ").trim(),
    );
  expect(said(0)).toEqual([
    "A deleted user changed the record",
    "Discarded",
    "Also changed",
    "is:prediction, metadata",
  ]);
  expect(said(1)).toEqual(["ada discarded", "fromDefaulttoDiscarded", "Annotation", "was:Politicsis:Sport"]);
  expect(said(2)).toEqual(["You changed the record", "Default", "Annotation", "is:Politics"]);
  expect(asked).toEqual(["/api/postil/v1/task-datasets/letters/records/a%20b/history?workspace=archive"]);
});
