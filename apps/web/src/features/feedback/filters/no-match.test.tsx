import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderControls } from "../queue/controls.fixture.tsx";
import { newDatasetId, stubServer } from "./filters.fixture.tsx";
import NoMatch from "./no-match.tsx";

const source = { entity: "metadata", property: "source" } as const;
const score = { entity: "suggestion", question: "verdict", property: "score" } as const;
const CRITERIA = {
  status: "draft",
  text: { q: "swift", field: "draft" },
  filters: [
    { scope: source, condition: { type: "terms", values: ["radio"], match: "any" } },
    { scope: score, condition: { type: "range", ge: 0.6, le: null } },
  ],
  similarity: { recordId: "r1", vector: "v", order: "most", limit: 50 },
} as const;

function open() {
  stubServer();
  const datasetId = newDatasetId();
  return renderControls((controls) => <NoMatch datasetId={datasetId} controls={controls} />, { criteria: CRITERIA });
}
const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));

test("design/states.md where nothing matches, each thing that narrows is taken away with one press", async () => {
  const { criteria, endSimilarity } = open();
  expect(screen.getByRole("heading", { name: "No draft record matches." })).toBeDefined();
  await press("Remove “swift” in Draft answer");
  expect(criteria().text).toBeNull();
  await press("Remove Source: radio");
  expect(criteria().filters.map(({ scope }) => scope)).toEqual([score]);
  await press("Remove Does it answer? · score from 60 %");
  expect(criteria().filters).toEqual([]);
  await press("Remove similarity");
  expect(endSimilarity).toHaveBeenCalledOnce();
});

test("design/states.md all of it can be taken away at once", async () => {
  const { criteria } = open();
  await press("Remove all conditions");
  expect(criteria()).toMatchObject({ status: "draft", text: null, filters: [], similarity: null });
});
