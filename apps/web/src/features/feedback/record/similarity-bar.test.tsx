import { PENDING_RECORDS, type Similarity } from "@postil/domain/search/record-criteria";
import { fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import type { CriteriaControls } from "../queue/criteria-controls.ts";
import type { ReferenceProps } from "./reference.tsx";
import { Around, aSimilarity, aVector, stubServer, vectorsReply } from "./similarity.fixture.tsx";
import { SimilarityBar } from "./similarity-bar.tsx";

afterEach(() => vi.unstubAllGlobals());

const TIMES = { inserted_at: "2026-11-21T12:00:00.000000", updated_at: "2026-11-21T12:00:00.000000" };
const FIELDS = { question: "Do swifts sleep on the wing at night?", draft: "נכון, הם ישנים" };
const wireRecord = (dataset_id = "d") => ({
  ...{
    id: "r1",
    fields: FIELDS,
    metadata: null,
    external_id: null,
    dataset_id,
    suggestions: [],
    vectors: {},
    ...TIMES,
  },
});

const field = (name: string) => ({
  ...{ id: name, name, title: name, required: false, dataset_id: "d", ...TIMES },
  settings: { type: "text", use_markdown: false },
});
const fieldsReply = { items: [field("question"), field("draft")] };
const Reference = lazyPart<ReferenceProps>(() => import("./reference.tsx"));

type Shown = { committed?: Similarity | null; wanted?: Similarity | null; loading?: boolean };

function show({ committed = aSimilarity(), wanted = committed, loading = false }: Shown = {}) {
  const controls = {
    criteria: { ...PENDING_RECORDS, similarity: wanted },
    committed: { ...PENDING_RECORDS, similarity: committed },
    loading,
    change: vi.fn(),
    findSimilar: vi.fn(),
    endSimilarity: vi.fn(),
  } satisfies CriteriaControls;
  const vectors = [aVector("meaning"), aVector("style")];
  const bar = (
    <SimilarityBar datasetId="d" vectors={vectors} controls={controls}>
      {(search) => <Reference {...search} atHand={{ current: undefined }} whenMissing={() => undefined} />}
    </SimilarityBar>
  );
  const { unmount } = render(bar, { wrapper: Around });
  return { ...controls, unmount };
}

const server = (record: { status?: number; body: unknown } = { body: wireRecord() }) =>
  stubServer((path, url) => {
    if (path.endsWith("/fields")) return { body: fieldsReply };
    return path.endsWith("/records/vectors") ? { body: vectorsReply(url, { r1: ["meaning"] }) } : record;
  });
const bar = () => screen.findByRole("region", { name: "Similarity search" });

test("FFI-24 the reference record is read when it is not at hand, and named by the beginnings of its first two fields", async () => {
  const asked = server();
  show();
  const second = await within(await bar()).findByText("נכון, הם ישנים");
  expect(second.getAttribute("dir")).toBe("rtl");
  expect(within(await bar()).getByText("Do swifts sleep on the wing at…")).toBeDefined();
  expect(asked).toContain("/api/v1/records/r1");
});

test("FFI-24 the whole reference record can be shown and put away", async () => {
  server();
  show();
  await within(await bar()).findByText("נכון, הם ישנים");
  fireEvent.click(
    await within(await bar()).findByRole("button", { name: "Show the whole reference record", expanded: false }),
  );
  const whole = screen.getByRole("region", { name: "Reference record" });
  expect(whole.textContent).toContain("Do swifts sleep on the wing at night?");
  fireEvent.click(screen.getByRole("button", { name: "Hide the reference record" }));
  expect(screen.queryByRole("region", { name: "Reference record" })).toBeNull();
});

test("FFI-23 FFI-02 order, vector and number ask anew, each keeping the rest; the offered numbers are 10, 50, 100 and 200", async () => {
  server();
  const { findSimilar } = show();
  fireEvent.click(await screen.findByRole("button", { name: "50 records at most" }));
  expect((await screen.findAllByRole("menuitemradio")).map(({ textContent }) => textContent)).toEqual([
    "10",
    "50",
    "100",
    "200",
  ]);
  fireEvent.click(screen.getByRole("menuitemradio", { name: "200" }));
  expect(findSimilar).toHaveBeenLastCalledWith(aSimilarity({ limit: 200 }));

  fireEvent.click(screen.getByRole("button", { name: "Most similar" }));
  fireEvent.click(await screen.findByRole("menuitemradio", { name: "Least similar" }));
  expect(findSimilar).toHaveBeenLastCalledWith(aSimilarity({ order: "least" }));
  expect(findSimilar).toHaveBeenCalledTimes(2);

  // The reference record lacks the other vector.
  fireEvent.click(screen.getByRole("button", { name: "meaning, the vector compared" }));
  const lacking = await screen.findByRole("menuitemradio", { name: "This record has no style vector." });
  expect(lacking.getAttribute("aria-disabled")).toBe("true");
});

test("FFI-25 the × ends the search", async () => {
  server();
  const { endSimilarity } = show();
  fireEvent.click(await screen.findByRole("button", { name: "End the similarity search" }));
  expect(endSimilarity).toHaveBeenCalledTimes(1);
});

test("FFI-24 a reference record that is gone, or of another dataset, is said to be", async () => {
  for (const record of [{ status: 404, body: { detail: "no" } }, { body: wireRecord("another") }]) {
    server(record);
    const { unmount } = show();
    expect((await bar()).textContent).toMatch(/similar to/);
    await screen.findByText("a record that is not there any more");
    expect(screen.getByRole("button", { name: "Show the whole reference record" })).toHaveProperty("disabled", true);
    unmount();
  }
});

test("FFI-24 a reference record that could not be read can be asked for again", async () => {
  let broken = true;
  stubServer((path, url) => {
    if (path.endsWith("/fields")) return { body: fieldsReply };
    if (path.endsWith("/records/vectors")) return { body: vectorsReply(url, {}) };
    return broken ? { status: 500, body: { detail: "broken" } } : { body: wireRecord() };
  });
  show();
  const again = await screen.findByRole("button", { name: "Retry" });
  broken = false;
  fireEvent.click(again);
  expect(await screen.findByText("Do swifts sleep on the wing at…")).toBeDefined();
});

test("FQU-25 the bar belongs to the records on the sheet, and shows what was asked for last", async () => {
  server();
  const asked = show({ committed: null, wanted: aSimilarity(), loading: true });
  expect(screen.queryByRole("region", { name: "Similarity search" })).toBeNull();
  asked.unmount();
  const changed = show({ wanted: aSimilarity({ order: "least" }), loading: true });
  expect((await bar()).getAttribute("aria-busy")).toBe("true");
  expect(screen.getByRole("button", { name: "Least similar" })).toBeDefined();
  changed.unmount();
  // While the search ends, the bar stays until the earlier records are loaded.
  show({ wanted: null, loading: true });
  expect(await screen.findByRole("button", { name: "Most similar" })).toBeDefined();
});
