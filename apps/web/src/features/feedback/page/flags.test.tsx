import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearToasts, getToasts } from "../../../lib/toasts/store.ts";
import { LiveRegion } from "../../../ui/screen-reader.tsx";
import FlaggedDialog from "../../../workbench/record/flagged-dialog.tsx";
import { FlagButton } from "../../../workbench/record/flags.tsx";
import { createKeeper, renderKept } from "./keeper.fixture.tsx";

let keeper: ReturnType<typeof createKeeper>;
beforeEach(() => {
  keeper = createKeeper();
  clearToasts();
});
afterEach(() => void vi.unstubAllGlobals());

const flag = () => screen.getByRole("button", { name: "Flag for later" });
const pressed = (on: boolean) => waitFor(() => expect(flag().getAttribute("aria-pressed")).toBe(String(on)));
const loaded = (times = 1) => waitFor(() => expect(keeper.asked("GET")).toHaveLength(times));
const UNKNOWN = "It could not be read whether you flagged the record";

test("design/record.md#flags a record that is flagged on the server shows it, another does not", async () => {
  keeper.flags.set("r1", "2026-11-21T12:00:00");
  const shown = renderKept(<FlagButton recordId="r1" datasetId="d1" />);
  await pressed(true);
  shown.unmount();
  renderKept(<FlagButton recordId="r2" datasetId="d1" />);
  await loaded(2);
  await pressed(false);
});

test("FRS-22 while the flags could not be read no record is shown as not flagged; they are read again", async () => {
  keeper.flags.set("r1", "2026-11-21T12:00:00");
  keeper.state.failing = true;
  renderKept(<FlagButton recordId="r1" datasetId="d1" keyed />);
  const unknown = await screen.findByRole("button", { name: UNKNOWN });
  expect(unknown).toHaveProperty("disabled", true);
  expect(unknown.getAttribute("aria-pressed")).toBeNull();
  fireEvent.keyDown(document.body, { key: "l", code: "KeyL" });
  expect(keeper.asked("PUT")).toHaveLength(0);
  keeper.state.failing = false;
  cleanup();
  renderKept(<FlagButton recordId="r1" datasetId="d1" />);
  await pressed(true);
});

test("design/record.md#flags a flag shows before the server has answered, by click and by key, and is taken off the same way", async () => {
  renderKept(
    <>
      <FlagButton recordId="r1" datasetId="d1" keyed />
      <LiveRegion />
    </>,
  );
  await loaded();
  const release = keeper.hold();
  fireEvent.click(flag());
  await pressed(true);
  expect(keeper.flags.has("r1")).toBe(false);
  release();
  await waitFor(() => expect(keeper.flags.has("r1")).toBe(true));
  fireEvent.keyDown(document.body, { key: "l", code: "KeyL" });
  await pressed(false);
  expect(screen.getByRole("status").textContent).toBe("The record is no longer flagged");
  await waitFor(() => expect(keeper.flags.has("r1")).toBe(false));
});

test("design/record.md#flags a flag that could not be kept is taken back, and a message says so", async () => {
  renderKept(<FlagButton recordId="r1" datasetId="d1" />);
  await loaded();
  keeper.state.failing = true;
  const release = keeper.hold();
  fireEvent.click(flag());
  await pressed(true);
  release();
  await pressed(false);
  expect(getToasts().map(({ message, type }) => [message, type])).toEqual([
    ["The record could not be flagged.", "error"],
  ]);
});

test("design/record.md#flags of several wishes for a record the last one holds, in the order they were made", async () => {
  renderKept(<FlagButton recordId="r1" datasetId="d1" />);
  await loaded();
  const release = keeper.hold();
  for (const on of [true, false, true]) {
    fireEvent.click(flag());
    await pressed(on);
  }
  release();
  await waitFor(() => expect(keeper.asked("PUT")).toHaveLength(2));
  await waitFor(() => expect(keeper.flags.has("r1")).toBe(true));
  await pressed(true);
});

test("design/record.md#flags a press before the list is known waits for it", async () => {
  keeper.flags.set("r2", "2026-11-21T12:00:00");
  const release = keeper.hold();
  renderKept(<FlagButton recordId="r1" datasetId="d1" />);
  fireEvent.click(flag());
  expect(keeper.asked("PUT")).toEqual([]);
  release();
  await waitFor(() => expect([...keeper.flags.keys()]).toEqual(["r2", "r1"]));
  await pressed(true);
});

test("design/record.md#flags the list of flagged records leads to each of them, and lets them go", async () => {
  keeper.flags.set("r1", "2026-11-21T12:00:00");
  keeper.flags.set("r2", "2026-11-21T12:00:01");
  const opened: string[] = [];
  const onClose = vi.fn();
  renderKept(<FlaggedDialog datasetId="d1" onOpenRecord={(id) => opened.push(id)} onClose={onClose} />);
  const list = await screen.findByRole("list", { name: "Flagged records, the latest first" });
  const entries = within(list).getAllByRole("button", { name: /^Text of/ });
  expect(entries.map((entry) => entry.textContent)).toEqual(["Text of r2", "Text of r1"]);
  fireEvent.click(screen.getByRole("button", { name: "Remove the flag: Text of r2" }));
  await waitFor(() => expect([...keeper.flags.keys()]).toEqual(["r1"]));
  expect(screen.queryByRole("button", { name: "Text of r2" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Text of r1" }));
  expect([opened, onClose.mock.calls.length]).toEqual([["r1"], 1]);
});

test("design/record.md#flags who lets a flag go stays in the list by the keyboard, and leaves it by Escape", async () => {
  keeper.flags.set("r1", "2026-11-21T12:00:00");
  keeper.flags.set("r2", "2026-11-21T12:00:01");
  const onClose = vi.fn();
  renderKept(<FlaggedDialog datasetId="d1" onOpenRecord={() => {}} onClose={onClose} />);
  const remove = async (text: string) => {
    const button = await screen.findByRole("button", { name: `Remove the flag: ${text}` });
    button.focus();
    fireEvent.click(button);
  };
  await remove("Text of r2");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Text of r1" })));
  await remove("Text of r1");
  const nothing = await screen.findByText(/^Nothing is flagged\./);
  await waitFor(() => expect(document.activeElement?.contains(nothing)).toBe(true));
  expect(document.activeElement).not.toBe(document.body);
  fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" });
  expect(onClose).toHaveBeenCalledOnce();
});

test("design/states.md a list that could not be loaded says so and is asked for again; an empty one says how to fill it", async () => {
  keeper.state.failing = true;
  renderKept(<FlaggedDialog datasetId="d1" onOpenRecord={() => {}} onClose={() => {}} />);
  expect((await screen.findByRole("alert")).textContent).toContain("The list could not be loaded.");
  keeper.state.failing = false;
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect((await screen.findByText(/^Nothing is flagged\./)).textContent).toBe(
    "Nothing is flagged. L flags the record on screen, or removes its flag.",
  );
});
