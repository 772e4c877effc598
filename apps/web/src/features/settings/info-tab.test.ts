import { expect, test } from "vitest";
import { pythonLines } from "./info-tab.tsx";

test("CON-09 the Python lines carry the server, the workspace, the dataset and its own fields and questions", () => {
  const lines = pythonLines({
    server: "https://label.example",
    workspace: "field-guide",
    dataset: `Mara's "letters"`,
    fields: [{ name: "question" }, { name: "draft" }],
    questions: [{ name: "topics" }],
  });
  expect(lines.load).toContain("rg.init(api_url='https://label.example', api_key=\"YOUR_API_KEY\")");
  expect(lines.load).toContain(String.raw`name='Mara\'s "letters"', workspace='field-guide'`);
  expect(lines.add).toContain("'question': \"...\",\n        'draft': \"...\",");
  expect(lines.read).toContain("for name in ['topics']:");
});
