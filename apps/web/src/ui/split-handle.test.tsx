import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { getPreferences, setPreference } from "../lib/preferences/store.ts";
import { SplitHandle, useSplit } from "./split-handle.tsx";

function Panes() {
  const split = useSplit("d1/questions-progress", 0.8);
  const pane = { current: Object.defineProperty(document.createElement("div"), "clientHeight", { value: 1000 }) };
  return (
    <SplitHandle
      split={split}
      pane={pane}
      direction="column"
      label={split.moved ? "moved" : "as high as it needs to be"}
      minFirst={240}
      minSecond={64}
      measure={() => 0.75}
    />
  );
}

test("AUT-29 panes that follow their contents are moved from where they are, remembered, and let go again", () => {
  setPreference("splits", {});
  render(<Panes />);
  fireEvent.keyDown(screen.getByRole("separator", { name: "as high as it needs to be" }), { key: "ArrowUp" });
  expect(getPreferences().splits).toEqual({ "d1/questions-progress": 0.734 });
  fireEvent.keyDown(screen.getByRole("separator", { name: "moved" }), { key: "Enter" });
  expect(screen.getByRole("separator", { name: "as high as it needs to be" })).toBeDefined();
  expect(getPreferences().splits).toEqual({});
});
