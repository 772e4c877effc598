import { expect, test } from "vitest";
import { hostedSpace } from "./base-path.ts";

test("AUT-26 AUT-27 on the main host, user and space stand in the path", () => {
  expect(hostedSpace("huggingface.co", "/spaces/mara/field-guide")).toEqual({ user: "mara", space: "field-guide" });
  expect(hostedSpace("HuggingFace.co", "/spaces/mara/field-guide/")).toEqual({ user: "mara", space: "field-guide" });
});

test("AUT-26 AUT-27 under the suffix they stand in the subdomain, whatever the path", () => {
  expect(hostedSpace("mara-guide.hf.space", "/datasets")).toEqual({ user: "mara", space: "guide" });
});

test("AUT-28 the user ends at the first hyphen", () => {
  expect(hostedSpace("mara-lind-field-guide.hf.space", "/")).toEqual({ user: "mara", space: "lind-field-guide" });
});

test.each([
  ["mara.hf.space", "/"],
  ["-guide.hf.space", "/"],
  ["mara-.hf.space", "/"],
  [".hf.space", "/"],
  ["hf.space", "/"],
  ["huggingface.co", "/spaces/mara"],
  ["huggingface.co", "/spaces/mara/guide/files"],
  ["huggingface.co", "/datasets/mara/guide"],
  ["huggingface.co", "/"],
  ["huggingface.co.evil.example", "/spaces/mara/guide"],
  ["mara-guide.hf.space.evil.example", "/"],
  ["localhost", "/spaces/mara/guide"],
])("AUT-26 AUT-28 %s%s is not the hosted platform", (host, path) => expect(hostedSpace(host, path)).toBeNull());
