import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anySpans } from "../spans/spans.fixture.ts";
import { shownOf, tokenRecord } from "./shown-record.fixture.ts";
import type { TokenRecord } from "./shown-record.ts";
import {
  adoptableEntities,
  heldEntities,
  withEntities,
  withEntityChanged,
  withoutEntity,
  withPredictions,
} from "./tag-entities.ts";
import type { Entity } from "./task-record.ts";

const entity = (start: number, end: number, label = "Person", score = 1): Entity => ({ start, end, label, score });
const annotated = (...entities: Entity[]) => ({ annotation: { agent: "mara", entities } });
const predicted = (...entities: Entity[]) => ({ prediction: { agent: "model", entities } });
const record = (given: Partial<TokenRecord>) => shownOf(tokenRecord({ text: "Ada met Ada Byron", ...given }));

test("TAN-09 what a machine alone says stands in nobody's way", () => {
  const own = annotated(entity(0, 3), entity(8, 11));
  expect(heldEntities(record(own))).toEqual([entity(0, 3), entity(8, 11)]);
  expect(heldEntities(record(predicted(entity(8, 17))))).toEqual([]);
});

describe("TAN-09 TEN-26 an edit", () => {
  test("of a record that starts from its prediction keeps what it does not touch", () => {
    const own = record(predicted(entity(0, 3, "Person", 0.4), entity(8, 17, "Place", 0.6)));
    expect(withEntities(own, "Person", { start: 8, end: 11 })).toEqual({ entities: [entity(0, 3), entity(8, 11)] });
    expect(withoutEntity(own, entity(0, 3))).toEqual({ entities: [entity(8, 17, "Place")] });
  });

  test("TST-08 that is taken back is none, in whatever order the entities were written", () => {
    const own = record(annotated(entity(8, 11), entity(0, 3)));
    const changed = shownOf(
      tokenRecord(annotated(entity(8, 11), entity(0, 3))),
      withEntities(own, "x", { start: 4, end: 7 }),
    );
    expect(changed.status).toBe("Edited");
    expect(withoutEntity(changed, entity(4, 7, "x"))).toEqual({ entities: [entity(8, 11), entity(0, 3)] });
  });

  test("changes a label in its place", () => {
    const own = record(annotated(entity(0, 3), entity(4, 7)));
    expect(withEntityChanged(own, entity(0, 3), { start: 0, end: 3 }, "Place").entities).toEqual([
      entity(0, 3, "Place"),
      entity(4, 7),
    ]);
  });
});

describe("TAN-09 all predictions", () => {
  test("are taken over where the answer says nothing, each once", () => {
    const own = record({
      ...annotated(entity(0, 3)),
      ...predicted(entity(0, 7), entity(4, 7, "x", 0.2), entity(4, 7, "x", 0.2), entity(8, 11)),
    });
    expect(adoptableEntities(own).map(({ start }) => start)).toEqual([4, 4, 8]);
    expect(withPredictions(own)).toEqual({ entities: [entity(0, 3), entity(4, 7, "x"), entity(8, 11)] });
  });

  test("TST-08 of a record without an annotation are an edit, though it starts from them", () => {
    const stored = tokenRecord(predicted(entity(0, 3, "Person", 0.4)));
    const own = shownOf(stored);
    expect(own).toMatchObject({ status: "Default", answer: { entities: [entity(0, 3)] } });
    expect(shownOf(stored, withPredictions(own)).status).toBe("Edited");
  });

  test("never overlap what a person says", () => {
    fc.assert(
      fc.property(anySpans, anySpans, (held, said) => {
        const scored = (spans: typeof held) => spans.map((span) => ({ ...span, score: 1 }));
        const own = record({ ...annotated(...scored(held)), ...predicted(...scored(said)) });
        const free = said.filter((one) => held.every(({ start, end }) => end <= one.start || one.end <= start));
        expect(adoptableEntities(own)).toEqual(scored(free));
      }),
    );
  });
});
