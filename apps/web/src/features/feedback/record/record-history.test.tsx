import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { openSession, recognise } from "../../../lib/session/store.ts";
import { FamilyContext } from "../../../workbench/family/family.ts";
import { FEEDBACK_FAMILY } from "../wire/feedback-family.ts";
import RecordHistory from "./record-history.tsx";

afterEach(() => void vi.unstubAllGlobals());

const ME = { id: "u1", username: "mara" };
const ADA = { id: "u2", username: "ada" };
const mood = { question_name: "mood", question_title: "Mood", written: false };
const entry = (id: number, changes: object) => ({
  id,
  at: "2026-11-21T12:00:00",
  actor: ME,
  author: ME,
  status_before: null,
  status_after: null,
  shown_ms: null,
  answers: [],
  ...changes,
});

function open(answer: (url: URL) => Response) {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address);
    return answer(new URL(address, "http://postil.test"));
  });
  openSession("token");
  recognise("token", {
    ...{ id: ME.id, username: ME.username, firstName: "Mara", lastName: null, role: "admin", apiKey: "key" },
    ...{ workspaces: [], insertedAt: 0, updatedAt: 0 },
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <FamilyContext value={FEEDBACK_FAMILY}>
        <RecordHistory recordId="r1" onClose={() => undefined} />
      </FamilyContext>
    </QueryClientProvider>,
  );
  return asked;
}

const page = (items: readonly object[], more = false) => Response.json({ items, more });
/** The text of an entry, one line for each part. */
const said = (item: HTMLElement) =>
  [...item.querySelectorAll(":scope > div > span:first-child, :scope > p, dl > dt, dl > dd")].map((part) =>
    part.textContent?.replace(/\s+/g, " ").trim(),
  );

test("design/record.md#history the history says who did what, from which status to which, and what became of the answers", async () => {
  open(() =>
    page([
      entry(5, { actor: null, author: ADA, status_before: "submitted", status_after: "draft" }),
      entry(4, {
        actor: ADA,
        status_before: "submitted",
        answers: [{ ...mood, before: "Good, Calm", after: null }],
      }),
      entry(3, {
        status_before: "draft",
        status_after: "submitted",
        shown_ms: 200_400,
        answers: [
          { ...mood, before: "Bad", after: "Good, Calm" },
          {
            ...mood,
            question_name: "note",
            question_title: "",
            written: true,
            before: "a cat sat",
            after: "a dog sat",
          },
        ],
      }),
      entry(2, { status_after: "draft", shown_ms: 42_000, answers: [{ ...mood, before: null, after: "Bad" }] }),
      entry(1, { status_before: "draft", status_after: "draft" }),
    ]),
  );
  const items = within(await screen.findByRole("list", { name: "Changes, the latest first" })).getAllByRole("listitem");
  expect(items.map(said)).toEqual([
    ["A deleted user saved a draft for ada", "fromSubmittedtoDraft"],
    ["ada removed the answer for mara", "fromSubmittedtoPending", "Mood", "was:Good, Calm"],
    [
      "You submitted",
      "fromDrafttoSubmitted",
      ...["Mood", "was:Badis:Good, Calm"],
      ...["note", "aremoved: catadded: dog sat"],
    ],
    ["You saved a draft", "fromPendingtoDraft", "Mood", "is:Bad"],
    ["You changed the answer", "Draft"],
  ]);
  expect(items[2]?.textContent).toContain("3 min 20 s on screen");
  expect(items[3]?.textContent).toContain("42 s on screen");
  expect(within(items[2] as HTMLElement).getByRole("time", { hidden: true })).toBeDefined();
});

test("design/record.md#history older changes are fetched when they are asked for", async () => {
  const asked = open((url) =>
    url.searchParams.has("before")
      ? page([entry(1, { status_after: "draft" })])
      : page([entry(2, { status_before: "draft", status_after: "submitted" })], true),
  );
  const older = await screen.findByRole("button", { name: "Show older changes" });
  expect(screen.getAllByRole("listitem")).toHaveLength(1);
  fireEvent.click(older);
  await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(2));
  expect(asked.at(-1)).toBe("/api/postil/v1/records/r1/history?before=2");
  expect(screen.queryByRole("button", { name: "Show older changes" })).toBeNull();
});

test("design/states.md a record without changes says so; a history that could not be loaded is asked for again", async () => {
  let failing = true;
  open(() => (failing ? Response.json({ detail: "broken" }, { status: 500 }) : page([])));
  expect((await screen.findByRole("alert")).textContent).toContain("The history could not be loaded.");
  failing = false;
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText("No answer was given, changed or removed yet.")).toBeDefined();
});
