import type { OwnResponse } from "@postil/domain/records/labeled-record";
import { render, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { questionsQuery } from "../../lib/api/queries/dataset-parts.ts";
import { queryClient } from "../../lib/api/query-client.ts";
import { clearToasts } from "../../lib/toasts/store.ts";
import { ToastHost } from "../../ui/toasts.tsx";
import { tellChanged } from "./tell-changed.ts";

afterEach(() => {
  clearToasts();
  queryClient.clear();
});

const option = (value: string, text: string) => ({ value, text, description: null });
const QUESTIONS = [
  {
    name: "ents",
    title: "Who is named?",
    settings: { type: "span", field: "text", options: [option("PERSON", "Person"), option("PLACE", "Place")] },
  },
  {
    name: "kind",
    title: "Which kind?",
    settings: { type: "label_selection", options: [option("a", "Letter"), option("b", "Note")] },
  },
];

const NOW = {
  id: "1",
  status: "submitted",
  values: {
    ents: {
      value: [
        { start: 0, end: 3, label: "PERSON" },
        { start: 4, end: 7, label: "PLACE" },
      ],
    },
    kind: { value: "a" },
  },
  updatedAt: null,
} as unknown as OwnResponse;

const tell = () =>
  tellChanged({
    ...{ datasetId: "d", step: "do", record: "record 1", now: [NOW] },
    onAnyway: () => undefined,
    onLeave: () => undefined,
  });

test("FRS-17 I18-05 what is there now is said by titles and the texts of options, which no browser translates", async () => {
  queryClient.setQueryData(questionsQuery("d").queryKey, QUESTIONS as never);
  const { baseElement } = render(<ToastHost />);
  tell();
  const marked = () => [...baseElement.querySelectorAll("p [translate=no]")].map(({ textContent }) => textContent);
  await waitFor(() => expect(marked()).toEqual(["Who is named?", "Person, Place", "Which kind?", "Letter"]));
  expect(baseElement.textContent).toContain("Submitted\nWho is named?: Person, Place\nWhich kind?: Letter");
});

test("FRS-17 what is there now is said by the names of questions that are not known here", async () => {
  const { baseElement } = render(<ToastHost />);
  tell();
  await waitFor(() => expect(baseElement.textContent).toContain("ents: PERSON, PLACE\nkind: a"));
});
