import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { getPreferences } from "../../../lib/preferences/store.ts";
import { Bar } from "../bar/bar.tsx";
import type { BarProps } from "../bar/bar-parts.tsx";
import { renderControls } from "../queue/controls.fixture.tsx";
import { newDatasetId, stubServer } from "./filters.fixture.tsx";

const scope = { entity: "metadata", property: "source" } as const;
const FILTERED = { filters: [{ scope, condition: { type: "terms", values: ["radio"], match: "any" } }] } as const;

type FeedbackBarProps = Pick<BarProps, "datasetId" | "controls" | "mode" | "onMode" | "modeKeys">;

function FeedbackBar(props: FeedbackBarProps) {
  return <Bar noteRef={() => undefined} {...props} />;
}

function open(
  options: Parameters<typeof renderControls>[1] = {},
  more: Pick<BarProps, "mode" | "onMode" | "modeKeys"> = {},
) {
  const datasetId = newDatasetId();
  const rendered = renderControls(
    (controls) => <FeedbackBar datasetId={datasetId} controls={controls} {...more} />,
    options,
  );
  return { ...rendered, datasetId };
}
const button = (name: string | RegExp) => screen.findByRole("button", { name });
const toggle = async () => {
  await waitFor(async () => expect(await button(/^Filters/)).toHaveProperty("disabled", false));
  return button(/^Filters/);
};

test("design/filters.md the second row is shown and hidden, which is remembered; hidden filters still hold and a dot says so", async () => {
  stubServer();
  const { datasetId, criteria } = open({ criteria: FILTERED });
  expect((await toggle()).getAttribute("aria-label")).toBe("Filters, some are active");
  expect(screen.queryByRole("group", { name: "Filters" })).toBeNull();
  fireEvent.click(await toggle());
  const row = await screen.findByRole("group", { name: "Filters" });
  expect([(await toggle()).getAttribute("aria-expanded"), (await toggle()).getAttribute("aria-controls")]).toEqual([
    "true",
    row.id,
  ]);
  expect(getPreferences().panels[`${datasetId}/filters`]).toBe(true);
  fireEvent.click(await toggle());
  expect(screen.queryByRole("group", { name: "Filters" })).toBeNull();
  expect(criteria().filters).toHaveLength(1);
});

test("design/filters.md Filters stands and waits while the parts load, and is not there when there is nothing to filter by", async () => {
  const parts = ["/api/v1/datasets/d1/questions", "/api/v1/me/datasets/d1/metadata-properties"] as const;
  stubServer({ [parts[0]]: "never", [parts[1]]: "never" });
  const waiting = open();
  expect(await button("Filters")).toHaveProperty("disabled", true);
  waiting.unmount();
  stubServer({ [parts[0]]: { items: [] }, [parts[1]]: { items: [] } });
  open();
  await waitFor(() => expect(screen.queryByRole("button", { name: "Filters" })).toBeNull());
});

test("design/filters.md#reset Reset takes back filters and sort, neither the words nor the likeness", async () => {
  stubServer();
  const text = { q: "swift", field: null };
  const sort = [{ scope: { entity: "record", property: "inserted_at" }, order: "asc" }] as const;
  const { criteria } = open({ criteria: { ...FILTERED, text, sort } });
  fireEvent.click(await button("Reset"));
  expect(criteria()).toMatchObject({ filters: [], sort: [], text });
  expect(screen.queryByRole("button", { name: "Reset" })).toBeNull();
});

test("FQU-02 the view is chosen at the right, once somebody listens", async () => {
  stubServer();
  const without = open();
  expect(screen.queryByRole("group", { name: "View" })).toBeNull();
  without.unmount();
  const onMode = vi.fn();
  open({}, { mode: "focus", onMode, modeKeys: { focus: "F", bulk: "B" } });
  fireEvent.click(await button(/Bulk/));
  expect(onMode).toHaveBeenCalledExactlyOnceWith("bulk");
});
