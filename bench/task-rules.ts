import { measureBeside } from "./lib/pings.ts";
import type { Figure } from "./lib/report.ts";
import { ms, type Stats, timed } from "./lib/stats.ts";
import { TEXTS } from "./lib/task-data.ts";
import { BOUNDED, label, type TaskStage } from "./lib/task-stage.ts";

/** Measures the metrics of labeling rules, one by one and fifty together. */

const RULES = 50;
const RUNS = 50;
const PATH = `/${TEXTS}/TextClassification/labeling/rules`;

export async function ruleFigures(stage: TaskStage): Promise<Figure[]> {
  const queries = rulesOf(stage);
  const metricsOf = (run: number) =>
    stage.call("GET", `${PATH}/${encodeURIComponent(queries[run % RULES] ?? "")}/metrics`);
  for (const query of queries) await stage.call("POST", PATH, { query, labels: ["card_arrival"] });
  const one = await timed(RUNS, metricsOf);
  const all = await timed(RUNS, () => stage.call("GET", `${PATH}/metrics`));
  await mustFollow(stage);
  const pings = await measureBeside(stage.server.port, () => stage.call("GET", `${PATH}/metrics`));
  return [
    figure(stage, "metrics of one rule", one, 6),
    figure(stage, `metrics of ${RULES} rules together`, all, 20),
    {
      what: label(stage, `ping beside metrics of ${RULES} rules`),
      figure: `p99 ${ms(pings.p99)}`,
      target: "p99 under 25 ms",
      met: pings.p99 < 25,
    },
  ];
}

/** Queries with words of the texts, alone and in pairs. */
function rulesOf({ rows }: TaskStage): string[] {
  const words = new Set(rows.flatMap(({ text }) => text.toLowerCase().match(/[a-z]{4,}/g) ?? []));
  const some = [...words].slice(0, RULES + 1);
  return Array.from({ length: RULES }, (_, index) =>
    index % 3 === 0 ? `${some[index]}` : index % 3 === 1 ? `${some[index]} OR ${some[index + 1]}` : `${some[index]}*`,
  );
}

/** Checks that the next reply counts a saved rule and no longer counts a deleted rule. */
async function mustFollow({ call }: TaskStage): Promise<void> {
  const coverage = async () => (JSON.parse(await call("GET", `${PATH}/metrics`)) as { coverage: number }).coverage;
  const before = await coverage();
  const query = "*";
  await call("POST", PATH, { query, labels: ["card_arrival"] });
  const during = await coverage();
  await call("DELETE", `${PATH}/${encodeURIComponent(query)}`);
  const after = await coverage();
  if (during !== 1 || after !== before) throw new Error(`Coverage went from ${before} by ${during} to ${after}.`);
}

const figure = (stage: TaskStage, what: string, { p50, p95 }: Stats, most: number): Figure => ({
  what: label(stage, what),
  figure: `p50 ${ms(p50)}, p95 ${ms(p95)}`,
  target: stage.size <= BOUNDED ? `p50 under ${most} ms` : `p50 under ${most} ms at 100,000`,
  met: stage.size > BOUNDED || p50 < most,
});
