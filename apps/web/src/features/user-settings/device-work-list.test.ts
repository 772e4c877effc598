import { expect, test } from "vitest";
import { shortId } from "./device-work-list.tsx";

test("AUT-32 an id that the server made is told by its end, one that people gave is whole", () => {
  expect(shortId("019ab0c4-7d2e-7c11-9f00-5be24f204f20")).toBe("4f204f20");
  expect(shortId("sentence-003")).toBe("sentence-003");
  expect(shortId("019ab0c4-7d2e")).toBe("019ab0c4-7d2e");
});

test("AUT-32 of a long id the end is left, with a sign before it, and no character is cut in two", () => {
  const id = `${"😀".repeat(40)}-sentence-003`;
  expect([...shortId(id)]).toHaveLength(32);
  expect(shortId(id)).toMatch(/^…😀+-sentence-003$/u);
});
