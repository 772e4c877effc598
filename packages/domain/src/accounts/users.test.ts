import { expect, test } from "vitest";
import { usernameAlike } from "./users.ts";

test("ROL-12 a username is like another one that differs by case alone, and not like itself", () => {
  const others = ["mara", "Owner", "owner_2"];
  expect(["owner", "OWNER", "Owner", "owner_", "", "MARA"].map((name) => usernameAlike(name, others))).toEqual([
    "Owner",
    "Owner",
    null,
    null,
    null,
    "mara",
  ]);
});
