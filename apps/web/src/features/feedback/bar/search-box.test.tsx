import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderControls } from "../queue/controls.fixture.tsx";
import { SearchBox } from "./search-box.tsx";

const common = { required: true, datasetId: "d1", insertedAt: 0, updatedAt: 0 };
const settings = { type: "text", useMarkdown: false } as const;
const FIELDS = [
  { ...common, id: "1", name: "text", title: "Letter", settings },
  { ...common, id: "2", name: "draft", title: "Draft answer", settings },
];

const open = (text: { q: string; field: string | null } | null = null, fields = FIELDS) =>
  renderControls((controls) => <SearchBox controls={controls} fields={fields} matches={<span>3 here</span>} />, {
    criteria: { text },
  });
const box = () => screen.getByRole<HTMLInputElement>("searchbox", { name: "Search records" });
const type = (text: string) => {
  fireEvent.focus(box());
  fireEvent.change(box(), { target: { value: text } });
};
const press = (key: string) => fireEvent.keyDown(box(), { key });

test("FFI-03 Enter applies the text, trimmed; until then the records stay", () => {
  const { criteria, change } = open();
  type('  swift "air mail" -tower ');
  expect(change).not.toHaveBeenCalled();
  press("Enter");
  expect(criteria().text).toEqual({ q: 'swift "air mail" -tower', field: null });
  expect(box().value).toBe('swift "air mail" -tower');
  expect(box().placeholder).toBe('Words, "phrases", -exclusions');
});

test("FFI-13 a text without a word is not sent, and the box says so", () => {
  const { change } = open();
  type(" -- ?! ");
  press("Enter");
  expect(change).not.toHaveBeenCalled();
  expect(box().getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByText("There is no word in it")).toBeDefined();
  type("swift");
  expect(box().getAttribute("aria-invalid")).toBeNull();
});

test("FFI-03 API-36 a text of more than 1,024 characters is not sent, and the box says so at once", () => {
  const { criteria, change } = open();
  type(` ${"ab ".repeat(400)}`);
  expect(screen.getByText("1,199 of 1,024 characters")).toBeDefined();
  expect(box().getAttribute("aria-invalid")).toBe("true");
  press("Enter");
  expect(change).not.toHaveBeenCalled();
  type(` ${"a".repeat(1024)} `);
  expect(box().getAttribute("aria-invalid")).toBeNull();
  press("Enter");
  expect(criteria().text?.q).toHaveLength(1024);
});

test("FFI-25 the × clears the search and asks anew", () => {
  const { criteria, change } = open({ q: "swift", field: null });
  fireEvent.click(screen.getByRole("button", { name: "Clear the search" }));
  expect(criteria().text).toBeNull();
  expect(change).toHaveBeenCalledOnce();
  expect(box().value).toBe("");
});

test("design/filters.md#search Escape leaves without applying: what is in force is back, and so are the matches", () => {
  const { change } = open({ q: "swift", field: null });
  expect(screen.getByText("3 here")).toBeDefined();
  box().focus();
  type("swift sleep");
  expect(screen.queryByText("3 here")).toBeNull();
  press("Escape");
  expect(box().value).toBe("swift");
  expect(document.activeElement).toBe(document.body);
  expect(change).not.toHaveBeenCalled();
});

test("FQU-25 a search that failed gives way to the one in force", () => {
  const { put, criteria } = open({ q: "swift", field: "draft" });
  type("storks");
  press("Enter");
  expect(criteria().text).toEqual({ q: "storks", field: "draft" });
  const before = { ...criteria(), text: { q: "swift", field: "draft" } };
  put(before);
  return screen.findByDisplayValue("swift");
});

test("FFI-27 with several fields the open box offers all or one; the choice narrows at once", async () => {
  const { criteria } = open({ q: "swift", field: null });
  fireEvent.click(screen.getByRole("button", { name: "Fields to search in: All fields" }));
  fireEvent.click(await screen.findByRole("menuitemradio", { name: "Draft answer" }));
  expect(criteria().text).toEqual({ q: "swift", field: "draft" });
  expect(screen.getByRole("button", { name: "Fields to search in: Draft answer", hidden: true })).toBeDefined();
});

test("FFI-27 a field chosen before the words waits for them", async () => {
  const { criteria, change } = open();
  fireEvent.focus(box());
  fireEvent.click(screen.getByRole("button", { name: "Fields to search in: All fields" }));
  fireEvent.click(await screen.findByRole("menuitemradio", { name: "Letter" }));
  expect(change).not.toHaveBeenCalled();
  type("swift");
  press("Enter");
  expect(criteria().text).toEqual({ q: "swift", field: "text" });
});

test("FFI-27 with one field there is nothing to choose", () => {
  open({ q: "swift", field: null }, FIELDS.slice(0, 1));
  expect(screen.queryByRole("button", { name: /^Fields to search in/ })).toBeNull();
});
