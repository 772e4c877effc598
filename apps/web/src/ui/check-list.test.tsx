import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { CheckList, type CheckListItem } from "./check-list.tsx";

const texts = {
  ...{ find: "Find", nothingFound: "Nothing found", most: "No more" },
  found: (count: number, total: number) => `${count} of ${total}`,
};
const items = (count: number): CheckListItem[] =>
  Array.from({ length: count }, (_, at) => ({ value: `v${at}`, text: `Term ${at}`, count: at }));

function open(of: readonly CheckListItem[], chosen: readonly string[] = [], most = 250) {
  const onToggle = vi.fn();
  render(
    <CheckList
      {...{ label: "Terms", items: of, chosen, onToggle, most, texts, number: String }}
      finds={(query) => (text) => text.includes(query)}
    />,
  );
  return onToggle;
}
const boxes = () => screen.getAllByRole<HTMLInputElement>("checkbox");

test("FEN-20 ten thousand values: only the rows in view are drawn, the search goes through all", async () => {
  // The DOM of the tests has no layout.
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(288);
  const onToggle = open(items(10_000));
  expect(boxes().length).toBeLessThan(40);
  fireEvent.change(screen.getByRole("searchbox", { name: "Find" }), { target: { value: "Term 9876" } });
  await waitFor(() => expect(boxes()).toHaveLength(1));
  expect(screen.getByRole("status").textContent).toBe("1 of 10000");
  fireEvent.click(screen.getByRole("checkbox", { name: /Term 9876/ }));
  expect(onToggle).toHaveBeenCalledExactlyOnceWith("v9876", true);
});

test("design/shell.md#announcements the arrow keys go from the search box through the list, which is one stop of Tab", () => {
  open(items(12));
  expect(boxes().map((box) => box.tabIndex)).toEqual([0, ...Array.from({ length: 11 }, () => -1)]);
  const search = screen.getByRole("searchbox", { name: "Find" });
  search.focus();
  fireEvent.keyDown(search, { key: "ArrowDown" });
  expect(document.activeElement).toBe(boxes()[0]);
  for (const _ of "ab") fireEvent.keyDown(document.activeElement ?? search, { key: "ArrowDown" });
  expect(document.activeElement).toBe(boxes()[2]);
  fireEvent.keyDown(document.activeElement ?? search, { key: "End" });
  expect(document.activeElement).toBe(boxes()[11]);
});

test("API-36 when no more may be chosen, only what is chosen can be changed", () => {
  open(items(3), ["v1"], 1);
  expect(boxes().map((box) => box.disabled)).toEqual([true, false, true]);
  expect(screen.getByRole("status").textContent).toBe("No more");
});

test("design/shell.md#controls a short list has no search", () => {
  open(items(7));
  expect(screen.queryByRole("searchbox")).toBeNull();
});
