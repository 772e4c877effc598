import { expect, test } from "vitest";
import { fillPath, partsOfPath } from "./path.ts";

test("API-34 a path of the table has parameters, words to choose from, and colons that stand for themselves", () => {
  expect(partsOfPath("/api/datasets/:name/:task(Text|Token)/metrics/:metric::summary")).toEqual([
    { text: "/api/datasets/" },
    { name: "name", words: null },
    { text: "/" },
    { name: "task", words: "Text|Token" },
    { text: "/metrics/" },
    { name: "metric", words: null },
    { text: ":" },
    { text: "summary" },
  ]);
  expect(fillPath("/api/:a/b::c/:d(x|y)", (name) => `{${name}}`)).toBe("/api/{a}/b:c/{d}");
});
