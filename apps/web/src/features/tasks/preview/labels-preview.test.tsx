import type { KnownTaskDataset } from "@postil/domain/datasets/dataset";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import "../../../lib/i18n/en/task-settings.ts";
import { openSession } from "../../../lib/session/store.ts";
import LabelsPreview from "./labels-preview.tsx";

const DATASET: KnownTaskDataset = {
  ...{ id: "city-desk.inbox", name: "inbox", task: "TextClassification", workspaceName: "city-desk" },
  ...{ tags: {}, metadata: {}, createdAt: 1, createdBy: "mara", lastUpdatedAt: 1 },
};
const record = (id: number, given: object) => ({ id, inputs: { text: `Letter ${id}` }, multi_label: true, ...given });

function show(records: readonly object[], labels: readonly string[], dataset = DATASET) {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address);
    return Response.json({ total: records.length, records });
  });
  openSession("token");
  const page = (texts: readonly string[]) => (
    <QueryClientProvider client={client}>
      <LabelsPreview dataset={dataset} labels={texts} />
    </QueryClientProvider>
  );
  const client = new QueryClient();
  const { rerender } = render(page(labels));
  return { asked, showLabels: (texts: readonly string[]) => rerender(page(texts)) };
}
afterEach(() => void vi.unstubAllGlobals());

const labelsShown = () =>
  within(screen.getByRole("group"))
    .getAllByRole("button")
    .map((label) => `${label.getAttribute("aria-keyshortcuts")} ${label.title}`);

test("TSG-01 LAB-04 labels stand on a record that was predicted, with the keys that they would have", async () => {
  const predicted = { prediction: { agent: "model", labels: [{ class: "Noise", score: 0.9 }] } };
  const { asked, showLabels } = show([record(1, {}), record(2, predicted)], ["Waste", "Noise"]);
  expect(await screen.findByText("Preview, with record 2")).toBeDefined();
  expect(screen.getByText("Letter 2")).toBeDefined();
  expect(labelsShown()).toEqual(["2 Noise", "1 Waste"]);
  const noise = screen.getByRole("button", { name: /Noise/ });
  expect(noise.dataset.look).toBe("suggested");
  // The user can try the label. The page does not save it.
  fireEvent.click(screen.getByRole("button", { name: /Waste/ }));
  expect(screen.getByRole("button", { name: /Waste/ }).dataset.look).toBe("chosen");
  const press = () => {
    fireEvent.click(screen.getByRole("button", { name: /Noise/ }));
    const { dataset, ariaPressed } = screen.getByRole("button", { name: /Noise/ });
    return [dataset.look, ariaPressed];
  };
  expect([press(), press()], "as on the page: confirmed, then removed").toEqual([
    ["chosen", "true"],
    ["plain", "false"],
  ]);
  showLabels(["Dogs", "Noise", "Waste"]);
  expect(labelsShown()).toEqual(["2 Noise", "1 Dogs", "3 Waste"]);
  expect(asked).toHaveLength(1);
});

test("TSG-01 of a dataset without records that is said", async () => {
  show([], ["Waste"]);
  expect(await screen.findByText("This dataset has no records yet.")).toBeDefined();
});

test("TSG-01 LAB-06 entities stand with colours and keys over a text in which they are marked", async () => {
  const tokens = { text: "Pryce left.", tokens: ["Pryce", "left", "."] };
  const prediction = { agent: "gazetteer", entities: [{ start: 0, end: 5, label: "Person", score: 1 }] };
  show([{ id: 1, ...tokens, prediction }], ["Person", "Place"], { ...DATASET, task: "TokenClassification" });
  expect(await screen.findByText("Preview, with record 1")).toBeDefined();
  const entities = within(screen.getByRole("list", { name: "Entities" })).getAllByRole("listitem");
  expect(entities.map(({ textContent }) => textContent)).toEqual(["Person1", "Place2"]);
  await waitFor(() => expect(document.querySelector(".postil-spans")?.textContent).toContain("Pryce"));
});
