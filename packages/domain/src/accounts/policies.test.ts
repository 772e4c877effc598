import { expect, test } from "vitest";
import {
  type Actor,
  apiKeySeenBy,
  countsAsMember,
  historySeen,
  isManager,
  isMember,
  isPrivileged,
  leavesAnOwner,
  mayChangeResponse,
  mayGiveAccess,
  maySeeProperty,
} from "./policies.ts";
import type { Role } from "./users.ts";

const actor = (role: Role, ...workspaceIds: string[]): Actor => ({ id: "me", role, workspaceIds });

test("ROL-01 PRD-03 admins and owners are the privileged ones", () => {
  expect([actor("owner"), actor("admin"), actor("annotator")].map(isPrivileged)).toEqual([true, true, false]);
});

test("ROL-03 annotators see a property only when it is visible for them, others always", () => {
  for (const visibleForAnnotators of [true, false]) {
    expect(maySeeProperty(actor("annotator"), { visibleForAnnotators })).toBe(visibleForAnnotators);
    expect(maySeeProperty(actor("admin"), { visibleForAnnotators })).toBe(true);
    expect(maySeeProperty(actor("owner"), { visibleForAnnotators })).toBe(true);
  }
});

test("ROL-09 owners belong everywhere, the others where they have a membership", () => {
  expect(isMember(actor("owner"), "w")).toBe(true);
  for (const role of ["admin", "annotator"] as const) {
    expect(isMember(actor(role, "w", "v"), "w")).toBe(true);
    expect(isMember(actor(role, "v"), "w")).toBe(false);
  }
});

test("ROL-12 owners are members of no workspace, the others of those that they were added to", () => {
  expect([actor("owner", "w"), actor("admin", "w"), actor("annotator", "w")].map(countsAsMember)).toEqual([
    false,
    true,
    true,
  ]);
});

test("ROL-10 owners and the workspace's admins manage it, annotators never", () => {
  expect(isManager(actor("owner"), "w")).toBe(true);
  expect(isManager(actor("admin", "w"), "w")).toBe(true);
  expect(isManager(actor("admin", "v"), "w")).toBe(false);
  expect(isManager(actor("annotator", "w"), "w")).toBe(false);
});

test("FRS-11 a response is changed by its author, even one who left, or by a manager", () => {
  expect(mayChangeResponse(actor("annotator"), "w", "me")).toBe(true);
  expect(mayChangeResponse(actor("annotator", "w"), "w", "you")).toBe(false);
  expect(mayChangeResponse(actor("admin", "w"), "w", "you")).toBe(true);
  expect(mayChangeResponse(actor("admin"), "w", "you")).toBe(false);
  expect(mayChangeResponse(actor("annotator", "w"), "w", null)).toBe(false);
  expect(mayChangeResponse(actor("owner"), "w", null)).toBe(true);
});

test("ROL-10 the history of a record shows its managers everybody's changes, others those of their own response", () => {
  expect(historySeen(actor("owner"), "w")).toBe("everybody");
  expect(historySeen(actor("admin", "w"), "w")).toBe("everybody");
  expect(historySeen(actor("admin", "v"), "w")).toBe("own");
  expect(historySeen(actor("annotator", "w"), "w")).toBe("own");
});

test("ROL-12 owners see everybody's API key, the others their own alone", () => {
  const mine = { id: "me", apiKey: "mine" };
  const yours = { id: "you", apiKey: "yours" };
  expect([mine, yours].map((user) => apiKeySeenBy(actor("owner"), user))).toEqual(["mine", "yours"]);
  for (const role of ["admin", "annotator"] as const)
    expect([mine, yours].map((user) => apiKeySeenBy(actor(role, "w"), user))).toEqual(["mine", ""]);
});

test("AUT-32 a call with a key that expires is told that key alone, and makes none that is good for longer", () => {
  const viewer = { ...actor("owner"), expiringKey: { key: "pk_mine", until: 5 } };
  const users = ["me", "you"].map((id) => ({ id, apiKey: "never ends" }));
  expect(users.map((user) => apiKeySeenBy({ ...viewer, id: "me" }, user))).toEqual(["pk_mine", ""]);
  expect([4, 5, 6, null].map((expiresAt) => mayGiveAccess(viewer, expiresAt))).toEqual([true, true, false, false]);
  expect(mayGiveAccess({}, null)).toBe(true);
});

test.each([
  ["a password", { hasPassword: true, provider: null, cameIn: false }, true],
  ["a password, at a provider too", { hasPassword: true, provider: "museum", cameIn: false }, true],
  ["no password, and was let in by the link of a start", { hasPassword: false, provider: null, cameIn: true }, true],
  [
    "no password, and an invitation that may never be used",
    { hasPassword: false, provider: null, cameIn: false },
    false,
  ],
  ["a provider alone, who opens no owner's account", { hasPassword: false, provider: "museum", cameIn: true }, false],
])("ROL-12 an owner may go where another one has %s: %o, %s", (_, facts, may) => {
  const owner = { role: "owner", isDeactivated: false, ...facts } as const;
  expect(leavesAnOwner({ role: "owner" }, [owner])).toBe(may);
  expect(leavesAnOwner({ role: "owner" }, [{ ...owner, isDeactivated: true }])).toBe(false);
  expect(leavesAnOwner({ role: "owner" }, [{ ...owner, role: "admin" }])).toBe(false);
  expect(leavesAnOwner({ role: "admin" }, [])).toBe(true);
});
