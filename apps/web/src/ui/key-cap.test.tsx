import { act, fireEvent, render, renderHook, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { getPreferences, setPreference } from "../lib/preferences/store.ts";
import { Button } from "./button.tsx";
import { KeyCap, useHoldToShowKeys } from "./key-cap.tsx";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  setPreference("showKeyCaps", true);
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

test("AUT-32 key caps show or hide with the preference, those that are the subject always show", () => {
  const { container } = render(
    <>
      <KeyCap keys="G" />
      <KeyCap keys="Mod+K" always />
    </>,
  );
  expect([...container.querySelectorAll("kbd")].map((key) => key.textContent)).toEqual(["G", "Ctrl", "K"]);
  act(() => setPreference("showKeyCaps", false));
  expect([...container.querySelectorAll("kbd")].map((key) => key.textContent)).toEqual(["Ctrl", "K"]);
});

test("I18-05 a printed key is the word on the keyboard, in every language", () => {
  const { container } = render(<KeyCap keys="Mod+Enter" always />);
  expect(container.querySelectorAll("kbd:not([translate=no])")).toHaveLength(0);
});

test("AUT-32 a button tells its keys to assistive technology without changing its name", () => {
  render(<Button keys="Mod+S">Save draft</Button>);
  expect(screen.getByRole("button", { name: "Save draft" }).getAttribute("aria-keyshortcuts")).toBe("Control+S");
});

test("AUT-32 holding Ctrl for 350 ms shows or hides the caps and the choice is remembered", () => {
  renderHook(() => useHoldToShowKeys());
  fireEvent.keyDown(window, { key: "Control" });
  pass(349);
  expect(getPreferences().showKeyCaps).toBe(true);
  pass(1);
  expect(getPreferences().showKeyCaps).toBe(false);
  fireEvent.keyUp(window, { key: "Control" });
  fireEvent.keyDown(window, { key: "Control" });
  pass(350);
  expect(getPreferences().showKeyCaps).toBe(true);
});

test("AUT-32 a shortcut with Ctrl, a short press and a Ctrl click leave the caps alone", () => {
  renderHook(() => useHoldToShowKeys());
  for (const interrupt of [
    () => fireEvent.keyDown(window, { key: "z", ctrlKey: true }),
    () => fireEvent.keyUp(window, { key: "Control" }),
    () => fireEvent.pointerDown(window),
  ]) {
    fireEvent.keyDown(window, { key: "Control" });
    pass(200);
    interrupt();
    pass(1000);
    expect(getPreferences().showKeyCaps).toBe(true);
  }
});
