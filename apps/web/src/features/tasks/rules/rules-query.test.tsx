import type { KnownTaskDataset, Task } from "@postil/domain/datasets/dataset";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { closeSession, openSession } from "../../../lib/session/store.ts";
import { RECORDS, RULES } from "./rules.fixture.tsx";
import { useRuleQueries } from "./rules-query.ts";
import { RulesServer } from "./rules-server.fixture.ts";

afterEach(() => {
  closeSession("signed-out");
  vi.unstubAllGlobals();
});

const dataset = (task: Task): KnownTaskDataset => ({
  ...{ id: "1", name: "inbox", workspaceName: "city", task, tags: {}, metadata: {} },
  ...{ createdBy: null, createdAt: 0, lastUpdatedAt: 0 },
});

function Queries({ task }: { task: Task }) {
  return <p>{useRuleQueries(dataset(task)).join(" / ")}</p>;
}

test("TLO-06 TEN-05 RUL-05 the rules of text classification are loaded with the dataset, unless they are there already", async () => {
  const server = new RulesServer(RECORDS(), RULES());
  vi.stubGlobal("fetch", server.fetch);
  openSession("token");
  const client = new QueryClient();
  const show = (task: Task) =>
    render(
      <QueryClientProvider client={client}>
        <Queries task={task} />
      </QueryClientProvider>,
    );
  show("Text2Text");
  show("TokenClassification");
  cleanup();
  expect(server.calls).toEqual([]);
  show("TextClassification");
  expect(await screen.findByText("lamp* / park / tree*")).toBeTruthy();
  cleanup();
  show("TextClassification");
  expect(screen.getByText("lamp* / park / tree*")).toBeTruthy();
  expect(server.calls).toHaveLength(1);
});
