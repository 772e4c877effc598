import { type CriteriaFilter, PENDING_RECORDS, type RecordCriteria } from "@postil/domain/search/record-criteria";
import { fireEvent, render, screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { getPreferences, setPreference } from "../../lib/preferences/store.ts";
import { FilterByValueProvider } from "./filter-by-value.tsx";
import { PinnedMetadata } from "./pinned-metadata.tsx";
import { aProperty, aRecord } from "./record.fixture.ts";
import RecordDetails from "./record-details.tsx";

const words = { ...aProperty("words", "Words"), settings: { type: "integer", min: 1, max: 90_000 } } as const;
const properties = [aProperty("source", "Source"), words, aProperty("topics", "Topics"), aProperty("empty")];
const record = aRecord({ metadata: { source: "letters page", words: 14_600, topics: ["swifts", "sleep"], extra: 5 } });

/** The filters that a click adds to the earlier filters. */
function open(part: "pinnedMetadata" | "details", filters: readonly CriteriaFilter[] = []) {
  let criteria: RecordCriteria = { ...PENDING_RECORDS, filters };
  let closed = false;
  const change = (next: (before: RecordCriteria) => RecordCriteria) => {
    criteria = next(criteria);
  };
  render(
    <FilterByValueProvider change={change}>
      {part === "pinnedMetadata" && <PinnedMetadata record={record} properties={properties} />}
      {part === "details" && (
        <RecordDetails
          record={record}
          properties={properties}
          onClose={() => {
            closed = true;
          }}
        />
      )}
    </FilterByValueProvider>,
  );
  return { filters: () => criteria.filters, closed: () => closed };
}

const scope = (property: string) => ({ entity: "metadata", property }) as const;
const only = (value: string) => ({ type: "terms", values: [value], match: "any" }) as const;
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

beforeEach(() => setPreference("pinnedMetadata", {}));

test("CON-08 the line of pinned metadata leaves out what a record has no value of, groups long numbers, and titles each value in full", () => {
  open("pinnedMetadata");
  expect(screen.getAllByRole("term").map((term) => term.textContent)).toEqual(["Source", "Words", "Topics"]);
  const values = screen.getAllByRole("definition");
  expect(values.map((value) => value.textContent)).toEqual(["letters page", "14,600", "swifts, sleep"]);
  expect(values[2]?.title).toBe("swifts, sleep");
});

test("FFI-28 a number of nineteen digits stands there whole, while a text is cut", () => {
  const post = 1_234_567_890_123_456_789n;
  const long = aRecord({ metadata: { source: "letters page", words: post as unknown as number } }); // as a reply is read
  render(
    <FilterByValueProvider change={() => undefined}>
      <PinnedMetadata record={long} properties={properties} />
    </FilterByValueProvider>,
  );
  const [source, words] = screen.getAllByRole("definition");
  expect(words?.textContent).toBe("1,234,567,890,123,456,789");
  const isCut = (value: HTMLElement | undefined) => value?.outerHTML.includes("truncate");
  expect([isCut(source), isCut(words)]).toEqual([true, false]);
});

test("FFI-07 a click on a value shows only records with it, in place of what its property was filtered by", () => {
  const { filters } = open("pinnedMetadata", [
    { scope: scope("source"), condition: only("books") },
    { scope: scope("topics"), condition: only("song") },
  ]);
  press("Show only records with Source: letters page");
  press("Show only records with Words: 14,600");
  press("Show only records with Topics: sleep");
  expect(filters()).toEqual([
    { scope: scope("source"), condition: only("letters page") },
    { scope: scope("topics"), condition: only("sleep") },
    { scope: scope("words"), condition: { type: "range", ge: 14_600, le: 14_600 } },
  ]);
});

test("CON-08 where nothing can be filtered the values are plain text", () => {
  render(<PinnedMetadata record={record} properties={properties} />);
  expect(screen.queryByRole("button", { name: /^Show only/ })).toBeNull();
  expect(screen.getByText("letters page")).toBeDefined();
});

test("CON-08 what stands there is chosen from a menu and remembered for the dataset", async () => {
  open("pinnedMetadata");
  press("Choose the metadata that stands here");
  const menu = await screen.findByRole("menu");
  const items = within(menu).getAllByRole("menuitemcheckbox");
  expect(items.map((item) => [item.textContent, item.getAttribute("aria-checked")])).toEqual([
    ["Source", "true"],
    ["Words", "true"],
    ["Topics", "true"],
    ["empty", "false"],
  ]);
  fireEvent.click(within(menu).getByRole("menuitemcheckbox", { name: "Words" }));
  expect(getPreferences().pinnedMetadata).toEqual({ d: ["source", "topics"] });
});

test("FFI-07 the details filter by each value, of a list by each element, and close", () => {
  const { filters, closed } = open("details");
  press("Show only records with Topics: swifts");
  expect(filters()).toEqual([{ scope: scope("topics"), condition: only("swifts") }]);
  expect(closed()).toBe(true);
  expect(screen.queryByRole("button", { name: /with extra/ })).toBeNull();
});

test("CON-08 the details pin a property under the records, four at most", () => {
  setPreference("pinnedMetadata", { d: ["source"] });
  open("details");
  const pin = screen.getByRole("button", { name: "Show Words under every record" });
  expect(pin.getAttribute("aria-pressed")).toBe("false");
  fireEvent.click(pin);
  expect(getPreferences().pinnedMetadata).toEqual({ d: ["source", "words"] });
  fireEvent.click(screen.getByRole("button", { name: "Show Source under every record" }));
  expect(getPreferences().pinnedMetadata).toEqual({ d: ["words"] });
  expect(screen.queryByRole("button", { name: "Show extra under every record" })).toBeNull();
});
