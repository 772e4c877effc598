import { expect, test } from "vitest";
import { PageError } from "../lib/api/failure.ts";
import { guardsNamed } from "./guards.ts";

const registered = { session: () => "session", hosted: () => "hosted" };

test("RTE-30 a route runs the guards it names, in its order", () => {
  expect(guardsNamed(["hosted", "session"], registered)).toEqual([registered.hosted, registered.session]);
});

test.each(["nobody", "toString", "__proto__"])(
  "RTE-30 the unregistered guard %s is an error of the page, 500",
  (name) => {
    expect(() => guardsNamed(["session", name], registered)).toThrow(new PageError(500, "Unknown middleware"));
  },
);
