import { expect, test } from "vitest";
import { cloudWords } from "./aggregations.ts";

test("TSE-20 the cloud counts runs of letters, each once, without the stop words of four languages", () => {
  expect(cloudWords("Don't say hello2world, hello again: other WORLD")).toEqual(["don", "say", "hello", "world"]);
  expect(cloudWords("La maison et l'été, für Straße; 東京タワー est")).toEqual([
    "maison",
    "été",
    "straße",
    "東京タワー",
    "est",
  ]);
  expect(cloudWords("can first 12 !")).toEqual(["can", "first"]);
});
