import { expect, test } from "vitest";
import { type LoggedRecord, logRecord } from "./log-record.ts";
import { searchValues } from "./search-values.ts";
import { entity, labels, loggedText, loggedTokens } from "./task-records.fixture.ts";

const by = <S extends object>(part: S, agent = "m") => ({ agent, ...part });

function valuesOf(...logs: LoggedRecord[]) {
  const written = logs.reduce<ReturnType<typeof logRecord> | null>(
    (stored, record) => logRecord(stored?.document ?? null, record, { id: "1", lastUpdated: "2024-05-01T10:00:00" }),
    null,
  );
  if (!written) throw new Error("Something was logged.");
  return searchValues(written.document, written.lastLog);
}

test("TEN-34 of a single-label record the first label counts, with its score in single precision", () => {
  expect(valuesOf(loggedText({ prediction: by(labels("A 0.7", "B 0.3")), annotation: by(labels("B"), "u") }))).toEqual({
    predictedBy: ["m"],
    annotatedBy: ["u"],
    predictedAs: ["A"],
    annotatedAs: ["B"],
    score: [Math.fround(0.7)],
    predicted: "ko",
  });
});

test("TEN-34 of a multi-label record the labels above one half count, and all scores", () => {
  const record = loggedText({
    multi_label: true,
    prediction: by(labels("A 0.75", "D 0.515625", "C 0.5")),
    annotation: by(labels("D", "A")),
  });
  expect(valuesOf(record)).toMatchObject({ predictedAs: ["A", "D"], score: [0.75, 0.515625, 0.5], predicted: "ok" });
});

test("TEN-34 agents count though they name no label, and the sides disagree then", () => {
  const record = loggedText({ multi_label: true, prediction: by(labels("A")), annotation: by(labels(), "u") });
  expect(valuesOf(record)).toMatchObject({ annotatedBy: ["u"], annotatedAs: [], predicted: "ko" });
});

test("TEN-34 entities agree when they are the same in the same order; the score is the prediction's own or theirs", () => {
  const [one, other] = [entity(0, 3, "PER", 0.5), entity(4, 9, "PER", 0.25)];
  const record = (annotated: object[], score?: number) =>
    loggedTokens({
      prediction: by({ entities: [one, other], ...(score === undefined ? {} : { score }) }),
      annotation: by({ entities: annotated.map((given) => ({ ...one, ...given })) }),
    });
  expect(valuesOf(record([one, other]))).toMatchObject({ predicted: "ok", predictedAs: ["PER"], score: [0.5, 0.25] });
  expect(valuesOf(record([other, one]))).toMatchObject({ predicted: "ko" });
  expect(valuesOf(record([one], 0.125))).toMatchObject({ predicted: "ko", score: [0.125] });
  expect(valuesOf(record([one], 0.125), record([one])).score).toEqual([0.5, 0.25]);
});

test("TEN-34 sentences are their texts, and never agree or disagree", () => {
  const sentences = [{ text: "yes", score: 0.5 }];
  const part = by({ sentences });
  const record = { id: "1", status: "Default" as const, clear: [], text: "x", prediction: part, annotation: part };
  expect(valuesOf(record)).toMatchObject({ predictedAs: ["yes"], annotatedAs: ["yes"], score: [0.5], predicted: null });
});

test("TST-16 only what the last log brought is found, though more is stored", () => {
  const first = loggedText({ annotation: by(labels("A"), "u"), prediction: by(labels("A")) });
  expect(valuesOf(first, loggedText({ prediction: by(labels("C 0.5")) }))).toEqual({
    predictedBy: ["m"],
    annotatedBy: [],
    predictedAs: ["C"],
    annotatedAs: [],
    score: [0.5],
    predicted: null,
  });
});
