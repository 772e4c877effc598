import "fake-indexeddb/auto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ApiFailure } from "../lib/api/failure.ts";
import { keptDraft } from "../lib/drafts/draft.ts";
import { draftsBeside } from "../lib/drafts/use-drafts.ts";
import { openKeptWork } from "../lib/kept-work/kept-work.ts";
import { submission } from "../lib/outbox/browser.fixture.ts";
import { deliverBy, outboxOf } from "../lib/outbox/use-outbox.ts";
import { closeSession, getSession, openSession, recognise } from "../lib/session/store.ts";
import { deviceWork, signOutAndForget } from "./device-work.ts";

const typed = { comment: { value: "typed", untouched: [] } };

const refuse = () => Promise.reject(new ApiFailure(422, { detail: "no" }, "no"));
beforeEach(() => deliverBy({ create: refuse, update: refuse, upsert: refuse, remove: refuse }));
afterEach(() => closeSession("signed-out"));

function signIn(id: string): void {
  openSession(`token of ${id}`);
  const times = { insertedAt: 1, updatedAt: 1 };
  const names = { firstName: "", lastName: null, username: id, apiKey: "", workspaces: [] };
  recognise(`token of ${id}`, { id, role: "annotator", ...names, ...times });
}

const recordsOf = async (userId: string) => (await deviceWork(userId)).map(({ recordId }) => recordId);
const keptOf = async (userId: string) =>
  Promise.all((["outbox", "drafts"] as const).map(async (name) => (await openKeptWork(name).all(userId)).size));

test("AUT-12 the work on this device is what was typed, in this tab or another, and what was not delivered", async () => {
  signIn("u1");
  expect(await recordsOf("u1")).toEqual([]);
  draftsBeside(outboxOf("u1")).change("d1", "typed", typed);
  const other = keptDraft({
    family: "feedback",
    recordId: "typed elsewhere",
    datasetId: "d1",
    answers: typed,
    savedAt: Date.now(),
  });
  await openKeptWork("drafts").change("u1", "typed elsewhere", () => other);
  outboxOf("u1").want(submission("refused"));
  expect(new Set(await recordsOf("u1"))).toEqual(new Set(["typed", "typed elsewhere", "refused"]));
});

test("AUT-12 forgetting removes all of a user's work and nobody else's, and nothing comes back", async () => {
  const others = keptDraft({
    family: "feedback",
    recordId: "r9",
    datasetId: "d1",
    answers: typed,
    savedAt: Date.now(),
  });
  await openKeptWork("drafts").change("u2", "r9", () => others);
  signIn("u1");
  const drafts = draftsBeside(outboxOf("u1"));
  await drafts.ready;
  outboxOf("u1").want(submission("refused"));
  // The draft is not written yet when the session ends.
  drafts.change("d1", "typed", typed);
  await signOutAndForget("u1");
  expect(getSession().status).toBe("anonymous");
  expect(await keptOf("u1")).toEqual([0, 0]);
  expect(await keptOf("u2")).toEqual([0, 1]);
  expect(Object.keys(localStorage).filter((key) => key.includes("u1"))).toEqual([]);
  signIn("u1");
  expect(await recordsOf("u1")).toEqual([]);
});
