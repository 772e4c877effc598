import { fireEvent, render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { setPreference } from "../../../lib/preferences/store.ts";
import { aProperty } from "../../../workbench/record/record.fixture.ts";
import { aField, aFeedbackRecord as aRecord } from "./record.fixture.ts";
import { RecordBody } from "./record-body.tsx";

test("FEN-27 the dataset's fields show in its order, one without content is left out", () => {
  const fields = [aField("title", { title: "Subject" }), aField("note"), aField("body")];
  const record = aRecord({ fields: { body: "Where is it?", title: "Parcel", note: "" } });
  render(<RecordBody record={record} fields={fields} properties={[]} />);
  expect(screen.getAllByRole("heading").map((heading) => heading.textContent)).toEqual(["Subject", "body"]);
  expect(screen.getByRole("article", { name: "body" }).textContent).toContain("Where is it?");
});

test("FEN-27 a field that a record has not is left out, though every object has something of its name", () => {
  const fields = [aField("body"), aField("constructor")];
  render(<RecordBody record={aRecord({ fields: { body: "Where is it?" } })} fields={fields} properties={[]} />);
  expect(screen.getAllByRole("heading").map((heading) => heading.textContent)).toEqual(["body"]);
});

test("FEN-27 each field has the direction of its own text", () => {
  const fields = [aField("arabic"), aField("english")];
  render(
    <RecordBody
      record={aRecord({ fields: { arabic: "أين طردي", english: "My parcel" } })}
      fields={fields}
      properties={[]}
    />,
  );
  expect(screen.getByText("أين طردي").closest("[dir]")?.getAttribute("dir")).toBe("rtl");
  expect(screen.getByText("My parcel").closest("[dir]")?.getAttribute("dir")).toBe("ltr");
});

test("FAN-25 a markdown field is rendered, and its source can be shown; the choice holds for the next record", async () => {
  const fields = [aField("body", { useMarkdown: true })];
  const { rerender } = render(
    <RecordBody record={aRecord({ fields: { body: "so **bold**" } })} fields={fields} properties={[]} />,
  );
  expect((await screen.findByText("bold")).tagName).toBe("STRONG");
  fireEvent.click(screen.getByRole("button", { name: "Show the source of body" }));
  expect(screen.getByText("so **bold**")).toBeDefined();
  rerender(
    <RecordBody record={aRecord({ id: "r2", fields: { body: "now **this**" } })} fields={fields} properties={[]} />,
  );
  expect(screen.getByText("now **this**")).toBeDefined();
});

test("FAN-25 a field that is not markdown keeps its line breaks and its signs", () => {
  const text = "<b>one</b>\n  two";
  render(<RecordBody record={aRecord({ fields: { body: text } })} fields={[aField("body")]} properties={[]} />);
  const paragraph = screen.getByText((_, element) => element?.tagName === "P" && element.textContent === text);
  expect(paragraph.className).toContain("whitespace-pre-wrap");
});

test("CON-08 the line of pinned metadata shows at most four metadata values, those chosen when some were chosen", () => {
  const names = ["a", "b", "c", "d", "e"];
  const record = aRecord({ metadata: { a: "x", b: 2019, c: ["p", "q"], d: 0.5, e: "z" } });
  const properties = names.map((name) => aProperty(name, name.toUpperCase()));
  const { rerender } = render(<RecordBody record={record} fields={[]} properties={properties} />);
  const terms = () => screen.getAllByRole("term").map((term) => term.textContent);
  expect(terms()).toEqual(["A", "B", "C", "D"]);
  expect(screen.getAllByRole("definition").map((value) => value.textContent)).toEqual(["x", "2019", "p, q", "0.5"]);
  setPreference("pinnedMetadata", { d: ["e", "b"] });
  rerender(<RecordBody record={{ ...record }} fields={[]} properties={properties} />);
  expect(terms()).toEqual(["B", "E"]);
});

test("FEN-27 a long text is set paragraph by paragraph, without an element per word", () => {
  const paragraph = "word ".repeat(500).trim();
  const text = Array.from({ length: 40 }, () => paragraph).join("\n\n");
  render(<RecordBody record={aRecord({ fields: { body: text } })} fields={[aField("body")]} properties={[]} />);
  const article = screen.getByRole("article");
  expect(within(article).getAllByText(paragraph)).toHaveLength(40);
  expect(article.querySelectorAll("*").length).toBeLessThan(80);
});
