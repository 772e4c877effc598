import fc from "fast-check";
import { expect, test } from "vitest";
import { type ClaimTable, claimAt, claimValues, givenByClaims, isLowered } from "./claims.ts";

const table: ClaimTable = {
  path: "groups",
  rows: [
    { value: "letters", role: "annotator", workspaces: ["letters"] },
    { value: "lead", role: "admin", workspaces: ["letters", "maps"] },
    { value: "it", role: "owner", workspaces: [] },
  ],
  otherwise: null,
};
const given = (...values: string[]) => givenByClaims(table, new Set(values));

test("COM-04 a claim is found by its name, by a path, and by a name that has dots; what is inherited is no claim", () => {
  expect(claimAt({ groups: ["a"] }, "groups")).toEqual(["a"]);
  expect(claimAt({ realm_access: { roles: ["a"] } }, "realm_access.roles")).toEqual(["a"]);
  expect(claimAt({ "https://id.example/roles": "a" }, "https://id.example/roles")).toBe("a");
  expect(claimAt({ resource: { "my.app": { roles: "a" } } }, "resource.my.app.roles")).toBe("a");
  for (const path of ["constructor", "groups.length", "groups.constructor.name", ".", "a..b", ""])
    expect(claimAt({ groups: ["a"] }, path)).toBeUndefined();
});

test("COM-04 the highest role and the workspaces of all lines count; others of the table are governed too", () => {
  expect(given("letters")).toEqual({ role: "annotator", workspaces: ["letters"], governed: ["letters", "maps"] });
  expect(given("letters", "lead", "else")).toMatchObject({ role: "admin", workspaces: ["letters", "maps"] });
  expect(given("it", "letters")).toMatchObject({ role: "owner", workspaces: ["letters"] });
});

test("COM-05 whom no line names is refused, or gets the role that the table says, in none of its workspaces", () => {
  expect(given("else")).toBeNull();
  const lenient = givenByClaims({ ...table, otherwise: "annotator" }, new Set());
  expect(lenient).toEqual({ role: "annotator", workspaces: [], governed: ["letters", "maps"] });
});

test("COM-05 a claim of any type and size says what texts it has, and nothing else", () => {
  expect(claimValues(undefined).size).toBe(0);
  expect([...claimValues(["a", 1, null, ["b"], { c: 1 }, "a"])]).toEqual(["a"]);
  const thousand = Array.from({ length: 1000 }, (_, at) => `group ${at}`);
  expect(givenByClaims(table, claimValues([...thousand, "lead"]))?.role).toBe("admin");
  fc.assert(
    fc.property(fc.anything(), fc.string(), (claims, path) => {
      givenByClaims(table, claimValues(claimAt(claims, path)));
    }),
  );
});

test("COM-07 a role is lowered when it has fewer rights", () => {
  expect(isLowered({ from: "owner", to: "admin" })).toBe(true);
  expect(isLowered({ from: "annotator", to: "admin" })).toBe(false);
  expect(isLowered({ from: "admin", to: "admin" })).toBe(false);
});
