import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { AroundPage, openTab } from "../../lib/drafts/tab.fixture.tsx";
import { withoutDatabase } from "../../lib/kept-work/without-database.ts";
import { createServer } from "../../lib/outbox/browser.fixture.ts";
import { SavingIndicator } from "./saving-indicator.tsx";

afterEach(() => void vi.restoreAllMocks());

test("AUT-11 ERR-11 where the browser keeps nothing, what is typed is not said to be kept here", async () => {
  const tab = openTab(createServer().api);
  render(
    <AroundPage tab={tab}>
      <SavingIndicator datasetId="d1" onGoToRecord={vi.fn()} />
    </AroundPage>,
  );
  const type = (record: string) =>
    act(() => tab.drafts.change("d1", record, { comment: { value: "half a sen", untouched: [] } }));
  withoutDatabase("drafts");
  type("r1");
  expect(await screen.findByRole("button", { name: "1 saved on this device only" })).toBeDefined();
  vi.spyOn(Storage.prototype, "length", "get").mockImplementation(() => {
    throw new DOMException("denied", "SecurityError");
  });
  withoutDatabase("drafts");
  type("r2");
  expect(await screen.findByRole("button", { name: "2 not sent, lost with this page" })).toBeDefined();
});
