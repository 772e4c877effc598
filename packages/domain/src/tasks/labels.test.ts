import fc from "fast-check";
import { expect, test } from "vitest";
import { strangerTo } from "./dataset-rules.ts";
import {
  ENTITY_COLORS,
  entityColor,
  foundEntities,
  globalLabels,
  inOrderOfNames,
  LABEL_KEYS,
  LABEL_SCHEMA_IS_EMPTY,
  labelsOf,
  labelsOfSchema,
  pickKeyOf,
  schemaWith,
  USER_DATA_KEY,
} from "./labels.ts";

const schema = (...names: string[]) => ({ labels: names.map((name) => ({ id: name, name })) });
const texts = (labels: readonly { readonly text: string }[]) => labels.map(({ text }) => text);

test("LAB-01 LAB-02 LAB-03 a label has its place as order and colour, its key of text, workspace and dataset, and is not saved at first", () => {
  expect(globalLabels(["Waste", "Noise"], "city-desk.inbox")).toEqual([
    {
      id: "Waste.city-desk.inbox",
      order: 0,
      text: "Waste",
      datasetId: "city-desk.inbox",
      colorId: 0,
      shortcut: "1",
      isSavedInBack: false,
    },
    expect.objectContaining({ id: "Noise.city-desk.inbox", order: 1, colorId: 1, shortcut: "2" }),
  ]);
});

test("LAB-04 LAB-05 the digits are the keys of the first ten labels, the letters of the next 26, then there are none", () => {
  const labels = globalLabels(
    Array.from({ length: 38 }, (_, place) => `label ${place}`),
    "w.d",
  );
  expect(labels.map(({ shortcut }) => shortcut ?? "-").join("")).toBe("1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ--");
  expect(LABEL_KEYS).toHaveLength(36);
});

test("LAB-09 a schema without a label to read, or none at all, is signalled as empty", () => {
  expect(LABEL_SCHEMA_IS_EMPTY).toBe("LABEL_SCHEMA_IS_EMPTY");
  for (const settings of [null, {}, { labelSchema: schema() }, { labelSchema: schema("", " ") }])
    expect(labelsOfSchema(settings)).toBe(LABEL_SCHEMA_IS_EMPTY);
  expect(labelsOfSchema({ labelSchema: schema("b", "a", "b", " ") })).toEqual(["b", "a"]);
});

test("LAB-11 LAB-12 labels are those of the schema by their names; without any, those found, which count as not saved", () => {
  const settings = { labelSchema: { labels: [{ id: "1", name: "Waste", description: "bins" }] } };
  expect(labelsOf("w.d", settings, ["Rats"])).toEqual(globalLabels(["Waste"], "w.d", true));
  expect(labelsOf("w.d", { labelSchema: schema() }, ["Rats"])).toEqual(globalLabels(["Rats"], "w.d", false));
  expect(labelsOf("w.d", null, [])).toEqual([]);
});

test("LAB-04 LAB-11 labels found in records have one order, whatever was found first, so that their keys stay", () => {
  expect(inOrderOfNames(["10 stars", "b", "2 stars", "a", "É"])).toEqual(["2 stars", "10 stars", "a", "b", "É"]);
  fc.assert(
    fc.property(fc.uniqueArray(fc.string()), (found) => {
      const ordered = inOrderOfNames(found);
      expect(inOrderOfNames(found.toReversed())).toEqual(ordered);
      expect(inOrderOfNames(ordered)).toEqual(ordered);
    }),
  );
});

test("LAB-13 LAB-20 what a schema knew of its labels stays when it is saved in another order; nothing in it is lost", () => {
  const before = {
    labels: [{ id: "1", name: "a", description: "first" }, { id: "2", name: "b" }, ...schema("").labels],
  };
  expect(schemaWith(before, ["new", "b", "a"])).toEqual({
    labels: [{ id: "new", name: "new" }, { id: "2", name: "b" }, before.labels[0], before.labels[2]],
  });
  expect(schemaWith(undefined, ["a"])).toEqual(schema("a"));
  const names = fc.array(fc.constantFrom("a", "b", " ", "", "A", "constructor", "__proto__"));
  fc.assert(
    fc.property(names, fc.array(fc.string()), (stored, added) => {
      const shown = texts(globalLabels([...stored, ...added], "w.d"));
      expect(strangerTo(schemaWith(schema(...stored), shown), [...stored, ...shown])).toBeNull();
    }),
  );
});

test("TEN-07 TEN-08 without a schema entities are those of the metadata, then those of the records, each once and none blank", () => {
  const metadata = { [USER_DATA_KEY]: { labels: ["x"], entities: ["Person", " ", "Place", 7] } };
  expect(foundEntities(metadata, ["Place", "Vessel"], ["", "Person", "Date"])).toEqual([
    "Person",
    "Place",
    "Vessel",
    "Date",
  ]);
  for (const odd of [undefined, null, "Person", [], { entities: "Person" }])
    expect(foundEntities({ [USER_DATA_KEY]: odd }, ["Place"])).toEqual(["Place"]);
});

test("TEN-09 TEN-10 TEN-11 entities are coloured by their places; from the 51st on the 50 colours come again", () => {
  expect(ENTITY_COLORS).toBe(50);
  expect([0, 49, 50, 2999].map(entityColor)).toEqual([0, 49, 0, 49]);
  const entities = globalLabels(["Person", " ", "Place", "Person", "Date"], "w.d");
  expect(entities.map(({ text, colorId }) => [text, colorId])).toEqual([
    ["Person", 0],
    ["Place", 1],
    ["Date", 2],
  ]);
});

test("LAB-21 digits pick hidden labels too, letters those that are shown, and what moves elsewhere picks none", () => {
  const keysOf = (shown: boolean) => [...LABEL_KEYS].map((key) => pickKeyOf(key, shown)).join("");
  expect(keysOf(true)).toBe("1234567890ABCDEGHILMNOPQRTUVWYZ");
  expect(keysOf(false)).toBe("1234567890");
  expect(pickKeyOf(null, true)).toBeNull();
});
