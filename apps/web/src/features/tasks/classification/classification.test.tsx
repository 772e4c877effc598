import "../../../lib/i18n/en/text-classification.ts";
import { rowActions } from "@postil/domain/tasks/record-edit";
import { chosenLabels, type TextRecord } from "@postil/domain/tasks/shown-record";
import { shownOf, textRecord } from "@postil/domain/tasks/shown-record.fixture";
import { fireEvent, render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { clearToasts, getToasts } from "../../../lib/toasts/store.ts";
import { type Look, openArea } from "../area.fixture.tsx";
import { AnnotatedAs, TEXT_CLASSIFICATION } from "./text-classification.tsx";

const { Annotate, Explore } = TEXT_CLASSIFICATION;
const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].map((letter) => `Label ${letter}`);
const prediction = {
  agent: "model",
  labels: [
    { class_label: "Roads", score: 0.96 },
    { class_label: "Noise", score: 0.31 },
  ],
};
const by = (...classes: string[]) => ({ ...chosenLabels(classes), agent: "mara" });
const TOPICS = ["Waste", "Noise", "Roads"];
const open = (given: Partial<TextRecord>, look: Look = {}) =>
  openArea(Annotate, (edit, untouched) => shownOf(textRecord(given), edit, untouched), { labels: TOPICS, ...look });
const group = () => screen.getByRole("group", { name: /^Label/ });
const options = () =>
  within(group())
    .getAllByRole("button")
    .filter((button) => button.hasAttribute("data-option"));
const names = () => options().map((button) => button.dataset.option);
const option = (name: string) => options().find((button) => button.dataset.option === name) as HTMLElement; // asked for by a name on the page
const pressed = () => options().filter((button) => button.getAttribute("aria-pressed") === "true");

test("TAN-06 a click on a label of a single-label record writes it at once, on the annotated one takes the annotation away", () => {
  const plain = open({});
  fireEvent.click(option("Roads"));
  expect(plain.lastOf("answer")).toEqual({ labels: [{ class_label: "Roads", score: 1 }] });
  plain.unmount();
  const annotated = open({ annotation: by("Noise"), status: "Validated" });
  expect(pressed().map(({ dataset }) => [dataset.option, dataset.look])).toEqual([["Noise", "chosen"]]);
  fireEvent.click(option("Noise"));
  expect(annotated.actions.resetAnnotation).toHaveBeenCalledOnce();
  expect(annotated.actions.answer).not.toHaveBeenCalled();
});

test("TAN-07 TAN-08 TAN-15 several labels: what is predicted stands chosen in dots, the first press confirms it, what a person chose is solid", () => {
  const page = open({ prediction, multiLabel: true });
  expect(names()).toEqual(["Roads", "Noise", "Waste"]);
  expect(pressed().map(({ dataset }) => [dataset.option, dataset.look])).toEqual([["Roads", "suggested"]]);
  expect(option("Roads").getAttribute("aria-description")).toBe("Predicted and not validated, 96 %");
  fireEvent.click(option("Waste"));
  expect(page.lastOf("edit")).toEqual(chosenLabels(["Roads", "Waste"]));
  expect(pressed().map(({ dataset }) => dataset.look)).toEqual(["suggested", "chosen"]);
  expect(page.record().status).toBe("Edited");
  fireEvent.click(option("Waste"));
  expect(page.record().status).toBe("Default");
  page.press("3");
  expect(pressed().map(({ dataset }) => [dataset.option, dataset.look])).toEqual([["Roads", "chosen"]]);
  expect(page.record().status).toBe("Edited");
  page.press("3");
  expect(pressed()).toEqual([]);
});

test("LAB-04 LAB-05 TAN-14 the key on a label picks it on the record at the cursor, and not while text is typed", () => {
  const page = open({ prediction });
  // The predicted label comes first and keeps the key of its place in the schema.
  expect(option("Roads").getAttribute("aria-keyshortcuts")).toBe("3");
  expect(option("Roads").dataset.look).toBe("suggested");
  page.press("3");
  expect(page.lastOf("answer")).toEqual(chosenLabels(["Roads"]));
  screen.getByRole("textbox", { name: "elsewhere" }).focus();
  page.press("1");
  expect(page.actions.answer).toHaveBeenCalledOnce();
});

test("TAN-14 a record that is not at the cursor shows no keys and hears none", () => {
  const page = open({}, { isCursor: false });
  expect(names()).toEqual(TOPICS);
  expect(group().textContent).toBe(TOPICS.join(""));
  for (const topic of TOPICS) expect(option(topic).getAttribute("aria-keyshortcuts")).toBeNull();
  page.press("1");
  expect(page.actions.answer).not.toHaveBeenCalled();
  fireEvent.click(option("Waste"));
  expect(page.lastOf("answer")).toEqual(chosenLabels(["Waste"]));
});

test("LAB-06 LAB-07 LAB-21 ten labels stand there, the rest behind +n and the search; a letter picks a label where it is printed", () => {
  const page = open({ multiLabel: true }, { labels: LETTERS });
  expect(names()).toEqual(LETTERS.slice(0, 10));
  page.press("p");
  expect(page.actions.edit, "nothing is chosen that is not seen").not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "Show 16 more labels" }));
  expect(option("Label Z").getAttribute("aria-keyshortcuts")).toBe("P");
  page.press("p");
  expect(page.lastOf("edit")).toEqual(chosenLabels(["Label Z"]));
  fireEvent.click(screen.getByRole("button", { name: "Show less" }));
  expect(names()).toEqual([...LETTERS.slice(0, 10), "Label Z"]);
  fireEvent.click(screen.getByRole("button", { name: "Show 15 more labels" }));
  expect(names()).toEqual(LETTERS);
  fireEvent.click(screen.getByRole("button", { name: "Show less" }));
  fireEvent.change(screen.getByRole("searchbox", { name: "Find a label" }), { target: { value: "label q" } });
  expect(names()).toEqual(["Label Q"]);
  fireEvent.keyDown(screen.getByRole("searchbox"), { key: "Enter" });
  expect(page.lastOf("edit")).toEqual(chosenLabels(["Label Z", "Label Q"]));
  expect(screen.getByRole("searchbox")).toHaveProperty("value", "");
});

test("FAN-29 TAN-15 a predicted label of several that is taken by search is confirmed, and never removed", () => {
  const labels = [{ class_label: "Label Q", score: 0.9 }];
  const page = open({ prediction: { agent: "model", labels }, multiLabel: true }, { labels: LETTERS });
  const take = () => {
    fireEvent.change(screen.getByRole("searchbox", { name: "Find a label" }), { target: { value: "label q" } });
    fireEvent.keyDown(screen.getByRole("searchbox"), { key: "Enter" });
  };
  expect(option("Label Q").dataset.look).toBe("suggested");
  take();
  expect(option("Label Q").dataset.look).toBe("chosen");
  take();
  expect(option("Label Q").dataset.look).toBe("chosen");
  expect(page.actions.edit).toHaveBeenCalledOnce();
});

test("LAB-07 / on a label leads to the search, also when nothing is found there, and Escape back", () => {
  open({}, { labels: LETTERS });
  option("Label B").focus();
  fireEvent.keyDown(option("Label B"), { key: "/" });
  const search = screen.getByRole("searchbox");
  expect(document.activeElement).toBe(search);
  fireEvent.change(search, { target: { value: "nothing like it" } });
  expect(screen.getByText("No label matches")).toBeDefined();
  expect(screen.getByRole("searchbox")).toBe(search);
  fireEvent.keyDown(search, { key: "Escape" });
  expect(document.activeElement).toBe(option("Label A"));
});

test("LAB-06 the only record on the page shows all labels, many of them in columns, the chosen one above by its full name", () => {
  open({ annotation: by("Label R"), status: "Validated" }, { labels: LETTERS, alone: true });
  expect(names()).toEqual(LETTERS);
  expect(screen.getByRole("button", { name: /^Answer: ?R?Label R|^Answer:.*Label R/ })).toBeDefined();
});

test("LAB-06 3,000 labels, of long names too, draw ten options a row", () => {
  const many = Array.from({ length: 3000 }, (_, at) => `${at} ${"long ".repeat(40)}`.trim());
  open({ multiLabel: true }, { labels: many, isCursor: false });
  expect(options()).toHaveLength(10);
  expect(screen.getByRole("button", { name: "Show 2,990 more labels" })).toBeDefined();
});

test("TAN-04 TAN-05 whether the annotation is what was predicted is said in words, never of several labels", () => {
  const said = () => screen.queryByText(/as predicted/)?.textContent;
  const cases = [
    [{ prediction, annotation: by("Roads") }, "as predicted (ok)"],
    [{ prediction, annotation: by("Waste") }, "not as predicted (ko)"],
    [{ prediction, annotation: by("Roads"), multiLabel: true }, undefined],
    [{ prediction }, undefined],
    [{ annotation: by("Waste") }, undefined],
  ] as const;
  for (const [given, expected] of cases) {
    const page = open(given);
    expect(said()).toBe(expected);
    page.unmount();
  }
});

test("TSE-25 what the search found is marked, markup is text, and several inputs stand under their names", () => {
  open({ inputs: { subject: "<b>Bins</b>", text: ["the bin", "cabins"] }, searchKeywords: ["Bins", "bin"] });
  expect(screen.getAllByText(/bin/i, { selector: "mark" }).map((mark) => mark.textContent)).toEqual([
    "Bins",
    "bin",
    "bin",
  ]);
  expect(document.querySelector("p")?.textContent).toBe("subject: <b>Bins</b>");
});

test("TAN-12 explored: predictions as rows with bars, the best first and the rest behind +n, nothing to choose", () => {
  const labels = LETTERS.slice(0, 7).map((class_label, at) => ({ class_label, score: at / 10 }));
  const record = shownOf(textRecord({ prediction: { agent: "model", labels } }));
  render(<Explore record={record} labels={[]} isCursor={false} />);
  const rows = () => screen.getAllByRole("listitem").map((row) => row.textContent);
  expect(rows()).toEqual(["Label G60 %", "Label F50 %", "Label E40 %", "Label D30 %", "Label C20 %"]);
  fireEvent.click(screen.getByRole("button", { name: "Show 2 more predictions" }));
  expect(rows()).toHaveLength(7);
  expect(screen.getByRole("button", { name: "Show less" }).getAttribute("aria-expanded")).toBe("true");
});

test("TAN-12 explored: what people say stands in the margin, and whether it was predicted", () => {
  const { container, rerender } = render(
    <AnnotatedAs record={shownOf(textRecord({ prediction, annotation: by("Waste") }))} />,
  );
  expect(container.textContent).toBe("Annotated as: Wastenot as predicted (ko)");
  rerender(<AnnotatedAs record={shownOf(textRecord({ prediction }))} />);
  expect(container.textContent).toBe("");
});

test("TAN-07 a record of several labels can be validated, discarded, cleared and reset, one of a single label discarded", () => {
  expect(rowActions(shownOf(textRecord({ multiLabel: true })))).toEqual(["validate", "discard", "clear", "reset"]);
  expect(rowActions(shownOf(textRecord()))).toEqual(["discard"]);
  // Somebody changed the record meanwhile, so the label that was chosen here waits on it as an edit (TST-11).
  const refused = shownOf(textRecord({ annotation: by("Noise"), status: "Validated" }), chosenLabels(["Roads"]));
  expect(rowActions(refused)).toEqual(["validate", "discard", "reset"]);
});

test("LAB-06 a label that is longer than a record can be given says so before, and is not tried", () => {
  const long = "x".repeat(129);
  const page = open({}, { labels: [...TOPICS, long] });
  expect(option(long).title).toContain("A record’s label has at most 128 characters");
  expect(option(long).getAttribute("aria-keyshortcuts")).toBeNull();
  fireEvent.click(option(long));
  page.press("4");
  expect(page.actions.answer).not.toHaveBeenCalled();
  const said = expect.stringContaining("at most 128 characters");
  expect(getToasts().map(({ message }) => message)).toEqual([said, said]);
  clearToasts();
});
