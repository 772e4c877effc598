import { act, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { clearToasts, getToasts } from "../../../lib/toasts/store.ts";
import { idOf, openPage, press, settle, shownText } from "./page.fixture.tsx";

beforeEach(() => clearToasts());

const isChosen = (name: string) => screen.getByRole("button", { name }).getAttribute("aria-pressed") === "true";

test("FRS-17 FRS-20 Undo anyway shows the form on screen as it was before the action", async () => {
  const { server, openTab } = await openPage();
  await press("4");
  act(() =>
    openTab().want({
      ...{ recordId: idOf(1), datasetId: "d1", position: null, shownFor: null },
      intent: { kind: "save", status: "submitted", values: { stars: { value: 2 } } },
      base: server.responses.get(idOf(1)) ?? null,
    }),
  );
  await settle();
  await press("z", { ctrlKey: true });
  await settle();
  expect(shownText()).toBe("Letter 1");
  expect([isChosen("2"), isChosen("4")]).toEqual([true, false]);
  const [anyway] = getToasts().flatMap(({ actions }) => actions.filter(({ label }) => label === "Undo anyway"));
  act(() => anyway?.run());
  await settle();
  expect(server.statusOf(idOf(1))).toBe("pending");
  expect([isChosen("2"), isChosen("4")]).toEqual([false, true]);
});
