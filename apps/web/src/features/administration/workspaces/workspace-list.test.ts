import type { WorkspaceSummary } from "@postil/domain/accounts/workspace-overview";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  ALL_WORKSPACES,
  findWorkspaces,
  readWorkspacesCriteria,
  SORTED_COLUMNS,
  writeWorkspacesCriteria,
} from "./workspace-list.ts";

const workspace = (name: string, lastActivityAt: number | null, members = 0): WorkspaceSummary => ({
  id: name,
  name,
  members,
  firstMembers: [],
  datasets: 0,
  records: 0,
  insertedAt: 0,
  updatedAt: 0,
  lastActivityAt,
});
const ALL = [workspace("team-10", 5), workspace("team-2", 5, 3), workspace("trial", null), workspace("archive", 9, 1)];
const ANSWERS = new Map([["trial", 4]]);
const names = (criteria: Partial<typeof ALL_WORKSPACES>) =>
  findWorkspaces(ALL, { ...ALL_WORKSPACES, ...criteria }, ANSWERS).map(({ name }) => name);

test("ROL-12 those where something was done last come first, equal ones by name, and a search finds a part of the name", () => {
  expect(names({})).toEqual(["archive", "team-2", "team-10", "trial"]);
  expect(names({ search: " TEAM" })).toEqual(["team-2", "team-10"]);
  expect(names({ sort: { column: "name", descending: true } })).toEqual(["trial", "team-10", "team-2", "archive"]);
  expect(names({ sort: { column: "answers", descending: true } })[0]).toBe("trial");
  expect(names({ sort: { column: "members", descending: false } })).toEqual(["team-10", "trial", "archive", "team-2"]);
});

test("ROL-12 VST-02 search and order of the workspaces come back from the address as they went; what makes no sense is left out", () => {
  const criteria = fc.record({
    search: fc.string({ unit: "grapheme" }),
    sort: fc.record({ column: fc.constantFrom(...SORTED_COLUMNS), descending: fc.boolean() }),
  });
  fc.assert(
    fc.property(criteria, (given) => {
      const written = writeWorkspacesCriteria(given);
      expect(readWorkspacesCriteria(written)).toEqual(given);
      // The spelling of a browser: no character in it can end the entry.
      expect(Object.values(written).join("")).toMatch(/^[\w.~%!*'(),:-]*$/);
    }),
  );
  expect(Object.values(writeWorkspacesCriteria(ALL_WORKSPACES)).join("")).toBe("");
  expect(readWorkspacesCriteria({ search: "%", sort: "who:asc" })).toEqual(ALL_WORKSPACES);
  expect(readWorkspacesCriteria({ sort: "name:upwards" })).toEqual(ALL_WORKSPACES);
});
