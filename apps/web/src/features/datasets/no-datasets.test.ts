import { expect, test } from "vitest";
import { copied, demoCommand, firstDataset, importCommand } from "./no-datasets.tsx";

const CLONE = { home: null, command: "npm run postil --" };

test("API-37 what is copied is what is shown, with the key in its place", () => {
  const lines = copied(firstDataset("http://localhost:6900", "default"), 'k"ey');
  expect(lines.split("\n")).toEqual([
    "import argilla as rg",
    String.raw`rg.init(api_url="http://localhost:6900", api_key="k\"ey")`,
    "dataset = rg.FeedbackDataset.for_text_classification(",
    '    labels=["praise", "complaint"])',
    "dataset.add_records([",
    '    rg.FeedbackRecord(fields={"text": "Where is my parcel?"})])',
    'dataset.push_to_argilla("letters", workspace="default")',
  ]);
  expect(copied(importCommand(CLONE), "key")).toBe("npm run postil -- import letters.csv");
  expect(copied(demoCommand(CLONE), "key")).toBe("npm run postil -- demo");
});

test("API-52 commands name the home of a server that they would not find by themselves, as a shell takes it", () => {
  expect(copied(demoCommand({ ...CLONE, home: "/srv/postil" }), "")).toBe(
    "POSTIL_HOME=/srv/postil npm run postil -- demo",
  );
  expect(copied(importCommand({ ...CLONE, home: "/srv/it's here" }), "")).toBe(
    String.raw`POSTIL_HOME='/srv/it'\''s here' npm run postil -- import letters.csv`,
  );
});

test("PKG-01 where the package is installed, the commands are its own", () => {
  expect(copied(demoCommand({ home: null, command: "npx postil" }), "")).toBe("npx postil demo");
});
