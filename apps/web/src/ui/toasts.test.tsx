import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearToasts, notify, placeInFoot, useToastsAtLeft } from "../lib/toasts/store.ts";

const screenWidth = vi.hoisted(() => {
  const phone = Object.assign(new EventTarget(), { media: "", matches: false }) as MediaQueryList;
  window.matchMedia = () => phone;
  return {
    setPhone: (matches: boolean) => {
      Object.assign(phone, { matches });
      phone.dispatchEvent(new Event("change"));
    },
  };
});
const { ToastHost } = await import("./toasts.tsx");

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  clearToasts();
  vi.runAllTimers();
  vi.useRealTimers();
  screenWidth.setPhone(false);
});

const show = (options: Parameters<typeof notify>[0]) =>
  act(() => {
    notify(options);
    vi.advanceTimersByTime(100);
  });
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

test("TOA-10 errors are announced as alerts, the others as status messages", () => {
  render(<ToastHost />);
  show({ message: "Could not save", type: "error" });
  show({ message: "Saved" });
  show({ message: "Look", type: "warning" });
  show({ message: "By the way", type: "info", position: "top" });
  expect(screen.getByRole("alert").textContent).toContain("Could not save");
  expect(screen.getAllByRole("status").map((status) => status.textContent)).toEqual([
    "Note: By the way",
    "Done: Saved",
    "Warning: Look",
  ]);
});

test("TOA-04 TOA-10 the place where it is said stands before its words come, so that every screen reader says them", () => {
  render(<ToastHost />);
  act(() => {
    notify({ message: "Saved" });
    notify({ message: "Could not save", type: "error" });
  });
  const places = [screen.getByRole("status"), screen.getByRole("alert")];
  expect(places.map(({ textContent }) => textContent)).toEqual(["", ""]);
  pass(100);
  expect(places.map(({ textContent }) => textContent)).toEqual(["Done: Saved", "Error: Could not save"]);
});

test("ERR-09 TOA-09 what takes the place of another is said from that place", () => {
  render(<ToastHost />);
  let offline = "";
  act(() => {
    offline = notify({ message: "Offline", type: "error", permanent: true });
    vi.advanceTimersByTime(100);
  });
  const place = screen.getByRole("alert");
  act(() => void notify({ message: "Back online", replace: offline }));
  expect(screen.getByRole("status")).toBe(place);
  expect(place.textContent).toBe("Done: Back online");
  expect(screen.queryByText("Offline")).toBeNull();
});

test("TOA-06 TOA-10 the countdown pauses under the pointer and while the toast has the focus", () => {
  render(<ToastHost />);
  show({ message: "Saved", actions: [{ label: "Undo", run: () => undefined }] });
  fireEvent.pointerEnter(screen.getByText("Saved"));
  pass(60_000);
  expect(screen.queryByText("Saved")).not.toBeNull();
  fireEvent.pointerLeave(screen.getByText("Saved"));
  fireEvent.focus(screen.getByRole("button", { name: "Undo" }));
  pass(60_000);
  expect(screen.queryByText("Saved")).not.toBeNull();
  fireEvent.blur(screen.getByRole("button", { name: "Undo" }));
  pass(7_150);
  expect(screen.queryByText("Saved")).toBeNull();
});

test("TOA-07 a toast closes when clicked, TOA-10 not when it is not dismissible", () => {
  render(<ToastHost />);
  show({ message: "Saved" });
  show({ message: "Stays", dismissible: false });
  fireEvent.click(screen.getByText("Saved"));
  fireEvent.click(screen.getByText("Stays"));
  fireEvent.keyDown(window, { key: "Escape" });
  pass(150);
  expect(screen.queryByText("Saved")).toBeNull();
  expect(screen.queryByText("Stays")).not.toBeNull();
  expect(screen.queryByRole("button", { name: "Dismiss" })).toBeNull();
});

test("TOA-10 a button in a toast runs its action and closes it, once", () => {
  const run = vi.fn();
  const onClose = vi.fn();
  render(<ToastHost />);
  show({ message: "Record 9 discarded", actions: [{ label: "Undo", run }], onClose });
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  pass(150);
  expect(run).toHaveBeenCalledTimes(1);
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(screen.queryByText("Record 9 discarded")).toBeNull();
});

test("API-17 the kind of a toast is heard once, also where the message begins with it", () => {
  render(<ToastHost />);
  show({ message: "Error: the name is taken", type: "error" });
  show({ message: "3 of 5 records were not saved", type: "error" });
  const [first, second] = screen.getAllByRole("alert");
  expect(first?.textContent).toBe("Error: the name is taken");
  expect(second?.textContent).toBe("Error: 3 of 5 records were not saved");
});

test("TOA-07 Escape closes the newest one and takes no focus", () => {
  render(<ToastHost />);
  show({ message: "Older" });
  show({ message: "Newer" });
  expect(document.activeElement).toBe(document.body);
  fireEvent.keyDown(window, { key: "Escape" });
  pass(150);
  expect(screen.queryByText("Newer")).toBeNull();
  expect(screen.queryByText("Older")).not.toBeNull();
});

test("TOA-07 Escape closes one that is still fading in: no key is lost", () => {
  render(<ToastHost />);
  act(() => void notify({ message: "Just now" }));
  fireEvent.keyDown(window, { key: "Escape" });
  pass(250);
  expect(screen.queryByText("Just now")).toBeNull();
});

test("TOA-02 TOA-08 at most three are visible, the older ones fold into +n", () => {
  render(<ToastHost />);
  for (const message of ["one", "two", "three", "four", "five"]) show({ message });
  expect(screen.queryByText("two")).toBeNull();
  expect(screen.queryByText("three")).not.toBeNull();
  expect(screen.getByText("+2")).toBeDefined();
  expect(screen.getByText("2 older notifications")).toBeDefined();
});

test("TOA-02 on a phone one is visible, and the others come back as it is closed", () => {
  screenWidth.setPhone(true);
  render(<ToastHost />);
  for (const message of ["one", "two", "three"]) show({ message, type: "error", permanent: true });
  expect(screen.getAllByRole("alert")).toHaveLength(1);
  expect(screen.getByText("+2")).toBeDefined();
  fireEvent.click(screen.getByText("three"));
  pass(150);
  expect(screen.getByText("two")).toBeDefined();
  expect(screen.getByText("+1")).toBeDefined();
});

test("TOA-02 a phone that is turned shows as many as there is room for", () => {
  render(<ToastHost />);
  for (const message of ["one", "two", "three"]) show({ message, type: "error", permanent: true });
  const turn = (isUpright: boolean) => act(() => screenWidth.setPhone(isUpright));
  turn(true);
  expect(screen.getAllByRole("alert")).toHaveLength(1);
  turn(false);
  expect(screen.getAllByRole("alert")).toHaveLength(3);
});

test.each([
  ["top-right", ["top-", "right-"]],
  ["top", ["top-", "left-1/2"]],
  ["top-left", ["top-", "left-"]],
  ["bottom-right", ["bottom-", "right-"]],
  ["bottom", ["bottom-", "left-1/2"]],
  ["bottom-left", ["bottom-", "left-"]],
] as const)("TOA-05 a toast for %s stands there", (position, edges) => {
  render(<ToastHost />);
  show({ message: "Here", position });
  const placed = screen.getByText("Here").closest(".fixed")?.className.split(" ") ?? [];
  const sides = placed.filter((name) => /^(top|bottom|left|right)-/.test(name));
  expect(sides.map((name, at) => name.startsWith(edges[at] ?? "?"))).toEqual([true, true]);
});

test("TOA-05 where Submit is at the bottom right, a toast for that corner stands at the left", () => {
  function AnnotationPage() {
    useToastsAtLeft();
    return null;
  }
  const { rerender } = render(<ToastHost />);
  show({ message: "Offline" });
  const corner = () => screen.getByText("Offline").closest(".fixed")?.className;
  expect(corner()).toContain("right-6");
  rerender(
    <>
      <ToastHost />
      <AnnotationPage />
    </>,
  );
  expect(corner()).toContain("left-6");
  rerender(<ToastHost />);
  expect(corner()).toContain("right-6");
});

test("TOA-05 TOA-10 what was done last stands in the foot of a page that has a place for it, else in its corner", () => {
  const run = vi.fn();
  const { rerender } = render(
    <>
      <ToastHost />
      <div data-testid="foot" ref={placeInFoot} />
    </>,
  );
  show({ message: "Validated", inFoot: true, actions: [{ label: "Undo", run }] });
  show({ message: "Offline" });
  const foot = screen.getByTestId("foot");
  expect(foot.querySelector("[role=status]")?.textContent).toBe("Done: Validated");
  expect(screen.getByText("Offline").closest(".fixed")).not.toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(run).toHaveBeenCalledTimes(1);
  pass(150);
  expect(foot.childElementCount).toBe(0);
  show({ message: "Discarded", inFoot: true });
  rerender(<ToastHost />);
  expect(screen.getByText("Discarded").closest(".fixed")).not.toBeNull();
});
