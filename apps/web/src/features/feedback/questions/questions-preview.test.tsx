import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ask, label } from "./questions.fixture.tsx";
import { QuestionsPreview } from "./questions-preview.tsx";

test("DSB-03 the preview of a label question without options says so, and offers no search", async () => {
  const made = { metadata: null, externalId: null, insertedAt: 0, updatedAt: 0 };
  const record = { id: "sample", datasetId: "d", fields: {}, ...made };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <QuestionsPreview questions={[ask("Topic", label())]} record={record} fields={[]} />
    </QueryClientProvider>,
  );
  await screen.findByText("No options yet.");
  expect(screen.getByRole("heading", { name: "Topic" })).toBeDefined();
  expect(screen.queryByText("No label matches")).toBeNull();
});
