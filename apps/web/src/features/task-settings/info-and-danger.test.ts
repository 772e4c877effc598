import { expect, test } from "vitest";
import { pythonCode } from "./info-and-danger.tsx";

const target = { server: "https://label.example", workspace: "city-desk", dataset: "inbox", label: `Mara's "own"` };

test("CON-09 the Python lines carry the server, the workspace, the dataset and one of its labels, as Python spells them", () => {
  const { load, add, read } = pythonCode({ ...target, task: "TextClassification" });
  expect(load).toContain("rg.init(api_url='https://label.example', api_key=\"YOUR_API_KEY\",");
  expect(load).toContain("workspace='city-desk')\ndataset = rg.load('inbox')");
  expect(add).toContain("rg.log(rg.TextClassificationRecord(");
  expect(add).toContain(String.raw`prediction=[('Mara\'s "own"', 0.9)],`);
  expect(read).toContain(`rg.load('inbox', query="status:Validated")`);
});

test("CON-09 a record is added in the form of its task", () => {
  expect(pythonCode({ ...target, task: "TokenClassification", label: null }).add).toContain(
    `TokenClassificationRecord(\n    text="One text", tokens=["One", "text"], prediction=[('...', 4, 8)],`,
  );
  expect(pythonCode({ ...target, task: "Text2Text" }).add).toContain(
    `Text2TextRecord(\n    text="...", prediction=["..."],`,
  );
});
