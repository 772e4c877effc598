import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import GuidelinesDrawer from "./guidelines-drawer.tsx";

const TEXT = "# Refunds\nA refund is money.\n\n## Partial\nHalf the *refund* is **partial**.\n\n#### Too deep\nend";

function show(more: Partial<Parameters<typeof GuidelinesDrawer>[0]> = {}) {
  const props = {
    guidelines: TEXT,
    datasetId: "d1",
    pinned: false,
    onPin: vi.fn(),
    onClose: vi.fn(),
    keys: "G",
    ...more,
  };
  return { ...props, ...render(<GuidelinesDrawer {...props} />) };
}

test("FAN-25 the guidelines are rendered markdown with their upper headings listed in the margin", async () => {
  show();
  await screen.findByRole("navigation", { name: "Contents" });
  expect(screen.getByRole("heading", { name: "Partial" })).toBeDefined();
  expect(screen.getAllByRole("button").map((button) => button.textContent)).toEqual(
    expect.arrayContaining(["Refunds", "Partial"]),
  );
  expect(screen.queryByRole("button", { name: "Too deep" })).toBeNull();
});

test("LAY-04 the drawer goes away as quietly as it came, where scrolling returns a promise too", () => {
  const scroll = vi.spyOn(Element.prototype, "scrollIntoView");
  const { unmount } = show();
  expect(scroll.mock.results[0]?.value).toBeInstanceOf(Promise);
  expect(unmount).not.toThrow();
  scroll.mockRestore();
});

test("finding in the guidelines counts what it finds, also across marks, and goes round", async () => {
  show();
  await screen.findByRole("navigation");
  const box = screen.getByRole("searchbox", { name: "Find in the guidelines" });
  fireEvent.change(box, { target: { value: "refund is" } });
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("1 of 2"));
  fireEvent.keyDown(box, { key: "Enter" });
  expect(screen.getByRole("status").textContent).toBe("2 of 2");
  fireEvent.keyDown(box, { key: "Enter" });
  expect(screen.getByRole("status").textContent).toBe("1 of 2");
  fireEvent.change(box, { target: { value: "swift" } });
  expect(screen.getByRole("status").textContent).toBe("not found");
});

test("Escape closes the guidelines unless they are pinned", () => {
  const { onClose, onPin } = show();
  fireEvent.keyDown(screen.getByRole("region"), { key: "Escape" });
  expect(onClose).toHaveBeenCalledOnce();
  fireEvent.click(screen.getByRole("button", { name: "Keep open" }));
  expect(onPin).toHaveBeenCalledWith(true);
});

test("pinned guidelines stay on Escape", () => {
  const { onClose } = show({ pinned: true });
  fireEvent.keyDown(screen.getByRole("region"), { key: "Escape" });
  expect(onClose).not.toHaveBeenCalled();
});

test("a dataset without guidelines says so", () => {
  show({ guidelines: "  " });
  expect(screen.getByText("This dataset has no guidelines.")).toBeDefined();
});
