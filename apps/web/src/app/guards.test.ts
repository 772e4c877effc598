import { expect, test } from "vitest";
import { guardNavigation, type RouteVisit } from "./guards.ts";

const navigation = (changes: Partial<RouteVisit> = {}): RouteVisit => ({
  fullPath: "/datasets",
  query: {},
  signedIn: false,
  role: null,
  hosted: false,
  omitCTA: undefined,
  ...changes,
});
const SIGN_IN = ["anonymous-only", "omit-call-to-action", "hosted-to-welcome"];

test("RTE-18 RTE-26 sign-in of a signed-in user goes home, before anything else is asked", () => {
  expect(guardNavigation(SIGN_IN, navigation({ signedIn: true, hosted: true, omitCTA: true }))).toEqual({
    to: "/",
    query: {},
  });
});

test.each([true, 1, "yes"])("RTE-19 RTE-20 the flag omitCTA (%s) keeps an anonymous visitor on the form", (omitCTA) => {
  expect(guardNavigation(SIGN_IN, navigation({ hosted: true, omitCTA }))).toBeNull();
});

test("RTE-21 on the hosted platform sign-in leads to the welcome page, the query without redirect, which is kept beside it", () => {
  const query = { __sign: "x%20y", redirect: "%2Fdatasets" };
  expect(guardNavigation(SIGN_IN, navigation({ hosted: true, query }))).toEqual({
    to: "/welcome-hf-sign-in",
    query: { __sign: "x%20y" },
    back: "%2Fdatasets",
  });
  expect(guardNavigation(SIGN_IN, navigation({ query }))).toBeNull();
});

test("RTE-22 the OAuth answer without a query goes home", () => {
  expect(guardNavigation(["query-needed"], navigation())).toEqual({ to: "/", query: {} });
  expect(guardNavigation(["query-needed"], navigation({ query: { code: "1" } }))).toBeNull();
});

test("RTE-23 the welcome page off the hosted platform goes home", () => {
  expect(guardNavigation(["hosted-only"], navigation())).toEqual({ to: "/", query: {} });
  expect(guardNavigation(["hosted-only"], navigation({ hosted: true }))).toBeNull();
});

test("RTE-24 RTE-25 ROL-02 an anonymous visitor goes to sign-in with the full path, beside the entries that were there", () => {
  const fullPath = "/dataset/1/annotation-mode?page=3&__sign=s#top";
  const query = { page: "3", __sign: "s" };
  expect(guardNavigation(["signed-in-only"], navigation({ fullPath, query }))).toEqual({
    to: "/sign-in",
    query: { page: "3", __sign: "s", redirect: "%2Fdataset%2F1%2Fannotation-mode%3Fpage%3D3%26__sign%3Ds%23top" },
  });
  expect(guardNavigation(["signed-in-only"], navigation({ fullPath, query, signedIn: true }))).toBeNull();
});

test("RTE-03 RTE-24 the index adds no redirect", () => {
  expect(guardNavigation(["signed-in-only"], navigation({ fullPath: "/" }))).toEqual({ to: "/sign-in", query: {} });
});

test.each([
  ["owner", null, null],
  ["admin", null, "/"],
  ["annotator", "/", "/"],
  [null, "/", "/"],
] as const)("ROL-12 the administration is for the privileged, its audit for owners: %s", (role, privileged, owner) => {
  const visit = navigation({ fullPath: "/people", signedIn: role !== null, role });
  expect(guardNavigation(["privileged-only"], visit)?.to ?? null).toBe(privileged);
  expect(guardNavigation(["owner-only"], visit)?.to ?? null).toBe(owner);
});

test("RTE-29 /login is an alias: home when signed in, else sign-in; the query stays", () => {
  const query = { __sign: "s" };
  expect(guardNavigation(["login-alias"], navigation({ query, signedIn: true }))).toEqual({ to: "/", query });
  expect(guardNavigation(["login-alias"], navigation({ query }))).toEqual({ to: "/sign-in", query });
});
