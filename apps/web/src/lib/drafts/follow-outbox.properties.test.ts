import { wanted } from "@postil/domain/outbox/outbox-entry";
import { statusOf, unsent } from "@postil/domain/records/labeled-record";
import type { AnswerValues } from "@postil/domain/records/record";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import {
  createBrowser,
  createChannels,
  createKept,
  createServer,
  quiet,
  submission,
} from "../outbox/browser.fixture.ts";
import { journalOf, type LocalDraft } from "./draft.ts";
import { createDraftService } from "./draft-service.ts";
import { followOutbox } from "./use-drafts.ts";

afterEach(() => localStorage.clear());

const record = fc.constantFrom("r1", "r2");
const tab = fc.nat(1);
/** Ways to give an answer: the form's content, another value (undo, redo), past the outbox (bulk), or its removal. */
const way = fc.constantFrom("form" as const, "form" as const, "other" as const, "bulk" as const, "remove" as const);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("type" as const), tab, record }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("answer" as const), tab, record, way }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("refuse" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("retry" as const), tab, record }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("connect" as const), on: fc.boolean() }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type Way = typeof way extends fc.Arbitrary<infer T> ? T : never;

const said = (text: string): AnswerValues => ({ comment: { value: text } });

/** Two tabs of one user with one server. Every text that is typed, or sent without typing, is unique. */
async function openTabs() {
  const server = createServer();
  const browser = createBrowser(server.api);
  const kept = createKept();
  const channel = createChannels<LocalDraft>();
  const tabs = [0, 1].map(() => {
    const outbox = browser.openTab();
    const ports = {
      userId: "u1",
      kept,
      journal: journalOf("u1"),
      tabs: channel(),
      now: browser.now,
      after: () => undefined,
    };
    const drafts = createDraftService(ports);
    followOutbox(drafts, outbox);
    return { outbox, drafts };
  });
  await quiet();
  return { server, browser, tabs };
}
type World = Awaited<ReturnType<typeof openTabs>> & {
  /** The last text typed in a tab on a record, and all texts given as answers. */
  readonly typed: Map<string, string>;
  readonly given: Set<string>;
};
type Tab = World["tabs"][number];

function answer({ server, given }: World, { outbox, drafts }: Tab, recordId: string, by: Way, text: string): void {
  if (by === "remove") {
    outbox.want({ ...submission(recordId), intent: { kind: "remove" } });
    return;
  }
  const inForm = drafts.get(recordId)?.answers.comment?.value;
  const sent = by === "form" && inForm ? String(inForm) : text;
  given.add(sent);
  const response = { id: `of ${recordId}`, status: "submitted", values: said(sent), updatedAt: 1 } as const;
  if (by !== "bulk") {
    outbox.want({ ...submission(recordId), intent: { kind: "save", status: "submitted", values: said(sent) } });
    return;
  }
  const before = statusOf(server.responses.get(recordId) ?? null);
  server.responses.set(recordId, response);
  outbox.abandon(recordId);
  const saved = { recordId, datasetId: "d1", before, response, wantedAt: 0 };
  outbox.showBulk([saved]);
  outbox.announceBulk([saved]);
}

function take(world: World, now: Step, text: string): void {
  if (now.do === "refuse") world.server.failNext(422);
  else if (now.do === "connect") world.browser.connect(now.on);
  else act(world, now, text);
}

function act(world: World, now: Extract<Step, { tab: number }>, text: string): void {
  const at = world.tabs[now.tab] ?? expect.unreachable();
  if (now.do === "retry") at.outbox.retry(now.record);
  if (now.do === "answer") answer(world, at, now.record, now.way, text);
  if (now.do !== "type") return;
  world.typed.set(`${now.tab} ${now.record}`, text);
  at.drafts.change("d1", now.record, { comment: { value: text, untouched: [] } });
}

function check({ server, tabs, typed, given }: World, at: number, recordId: string): void {
  const { outbox, drafts } = tabs[at] ?? expect.unreachable();
  const entry = outbox.entryOf(recordId);
  const draft = drafts.get(recordId)?.answers ?? null;
  const answered = entry ? wanted(entry) : (server.responses.get(recordId) ?? null);
  if (entry?.failure) expect(draft).not.toBeNull();
  else if (answered !== null && draft !== null) expect(unsent(draft, answered.values ?? {})).toEqual(draft);
  const last = typed.get(`${at} ${recordId}`);
  if (last !== undefined && !given.has(last)) expect(draft?.comment?.value).toBe(last);
}

test("FQU-26 FRS-14 in every tab, by every way: what an answer holds is not kept, what none holds is, and what is refused is kept again", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const world = { ...(await openTabs()), typed: new Map<string, string>(), given: new Set<string>() };
      for (const [at, now] of steps.entries()) {
        take(world, now, `text ${at}`);
        await quiet();
        for (const recordId of ["r1", "r2"]) for (const at of world.tabs.keys()) check(world, at, recordId);
      }
    }),
    { numRuns: 80 },
  );
});
