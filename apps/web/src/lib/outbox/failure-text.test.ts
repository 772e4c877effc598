import { expect, test } from "vitest";
import { failureText } from "./failures.ts";

test("TOA-18 a name of hundreds of characters is cut in what went wrong; the limit that it names stays", () => {
  const detail = (name: string) => `Class name '${name}' exceeds max length of 128`;
  const said = (name: string) => failureText({ kind: "refused", detail: detail(name) });
  expect(said("x".repeat(200))).toBe(`Class name '${"x".repeat(39)}… exceeds max length of 128`);
  expect(said("Waste")).toBe(detail("Waste"));
});
