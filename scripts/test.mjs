#!/usr/bin/env node
// npm test: runs all checks, the cheapest first, and stops at the first failure.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { cpus } from "node:os";
import { join, relative } from "node:path";
import { buildAll } from "./lib/built.mjs";
import { ensureChromium } from "./lib/chromium.mjs";
import { bin, findNode, install, ROOT, run, say } from "./lib/project.mjs";
import { makeScratch } from "./lib/scratch.mjs";
import { reportTimes } from "./lib/test-times.mjs";

if (process.argv.includes("--long")) process.env.POSTIL_LONG = "1";
install();
const node = findNode();
const scratch = makeScratch();
const vitestReport = join(scratch, "vitest.json");
const playwrightReport = join(scratch, "playwright.json");
/** One checker: each of the usual four works out the same types again, in three times the processor time of one. */
const tsc = (project) => [bin("typescript", "bin/tsc"), "--checkers", "1", "-p", project];

const script = (args, env = {}) => run(node, args, { env: { ...process.env, ...env } });

async function all(...commands) {
  for (const command of commands) {
    const code = await script(command);
    if (code !== 0) return code;
  }
  return 0;
}

/** Side by side: each of them leaves the other cores idle. */
const abreast = async (...runs) => (await Promise.all(runs)).find((code) => code !== 0) ?? 0;

const timeOf = ({ name, startTime, endTime }) => ({
  file: relative(ROOT, name),
  seconds: (endTime - startTime) / 1000,
});

/** The tests of one file in a browser report, tests in groups included. */
const specsOf = ({ specs, suites = [] }) => [...specs, ...suites.flatMap(specsOf)];

const timeOfSpec = (suite) => ({
  file: `e2e/${suite.file}`,
  seconds: specsOf(suite)
    .flatMap(({ tests }) => tests.flatMap(({ results }) => results))
    .reduce((sum, { duration }) => sum + duration / 1000, 0),
});

/** The tests that passed only at the retry, each with the trace of the failed try. */
const secondTries = ({ title, file, line, tests }) =>
  tests
    .filter(({ status }) => status === "flaky")
    .map(({ results }) => ({
      title: `e2e/${file}:${line} ${title}`,
      trace: results.flatMap(({ attachments }) => attachments).find(({ name }) => name === "trace")?.path ?? "no trace",
    }));

/** The counts of a runner. They are all 0 if the runner wrote no report. */
function counted(file, read) {
  return existsSync(file) ? read(JSON.parse(readFileSync(file, "utf8"))) : { passed: 0, failed: 0, skipped: 0 };
}

/** Options for a check that ignores tests: code that only tests use is unused, too. */
const ONLY_TESTED = ["--production", "--config", "knip.production.json", "--include", "files,exports,types"];

const STEPS = [
  {
    title: "Types",
    run: () =>
      abreast(
        all(...["apps/server", "packages"].map(tsc)),
        all(...["apps/web", "packages/tsconfig.tests.json", "e2e"].map(tsc)),
      ),
  },
  { title: "Lint", run: () => script([bin("@biomejs/biome", "bin/biome"), "check", "--error-on-warnings", "."]) },
  {
    title: "Layers",
    run: () =>
      script([
        "--import",
        "./scripts/lib/typescript-6.mjs",
        bin("dependency-cruiser", "bin/dependency-cruiser.mjs"),
        "--config",
        ".dependency-cruiser.cjs",
        "apps",
        "packages",
      ]),
  },
  { title: "Citations", run: () => script(["scripts/citations.mjs"]) },
  {
    title: "Unused code",
    run: () => abreast(all([bin("knip", "bin/knip.js")]), all([bin("knip", "bin/knip.js"), ...ONLY_TESTED])),
  },
  { title: "Size of each room", run: () => script(["scripts/house.mjs"]) },
  { title: "Build", run: () => buildAll().then(() => 0) },
  { title: "Size budgets", run: () => script([bin("size-limit", "bin.js")]) },
  {
    title: "Unit and integration tests",
    run: () =>
      script(
        [
          bin("vitest", "vitest.mjs"),
          "run",
          "--reporter=default",
          "--reporter=json",
          `--outputFile.json=${vitestReport}`,
        ],
        { TMPDIR: scratch },
      ),
    count: () =>
      counted(vitestReport, (report) => {
        reportTimes("unit", report.testResults.map(timeOf));
        return {
          passed: report.numPassedTests,
          failed: report.numFailedTests,
          skipped: report.numPendingTests + report.numTodoTests,
        };
      }),
  },
  {
    title: "Browser tests",
    run: async () => {
      if (!ensureChromium()) return 1;
      const args = [
        bin("@playwright/test", "cli.js"),
        "test",
        "--config",
        "e2e/playwright.config.ts",
        "--reporter=list,json",
      ];
      return script(args, { PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport, TMPDIR: scratch });
    },
    count: () =>
      counted(playwrightReport, ({ stats, suites }) => {
        reportTimes("browser", suites.map(timeOfSpec));
        return {
          passed: stats.expected + stats.flaky,
          failed: stats.unexpected,
          skipped: stats.skipped,
          flaky: suites.flatMap((suite) => specsOf(suite).flatMap(secondTries)),
        };
      }),
  },
];

/** The time that all cores together had nothing to do, and all of their time, in seconds. */
function coreSeconds() {
  const cores = cpus().map(({ times: { user, nice, sys, idle, irq } }) => ({
    idle,
    all: user + nice + sys + idle + irq,
  }));
  const sum = (kind) => cores.reduce((total, core) => total + core[kind] / 1000, 0);
  return { idle: sum("idle"), all: sum("all") };
}

/** The share of the cores that was idle since then: whether one more worker would find something to do. */
function idleSince(before) {
  const now = coreSeconds();
  return `${Math.round((100 * (now.idle - before.idle)) / (now.all - before.all || 1))} % of the cores idle`;
}

/** The run fails above this number of flaky tests. So each flaky test gets attention. */
const MOST_SECOND_TRIES = 2;

const total = { passed: 0, failed: 0, skipped: 0, flaky: [] };
let code = 0;
for (const step of STEPS) {
  const begun = Date.now();
  const coresBefore = coreSeconds();
  say(`\n== ${step.title}`);
  code = await step.run();
  const counts = step.count?.() ?? { passed: 0, failed: 0, skipped: 0 };
  for (const kind of ["passed", "failed", "skipped"]) total[kind] += counts[kind];
  total.flaky.push(...(counts.flaky ?? []));
  if (code !== 0) {
    // A check without tests of its own, or a runner that failed outside its tests, is one failure.
    if (counts.failed === 0) total.failed++;
    say(`\n== ${step.title} failed`);
    break;
  }
  say(`== ${step.title}: done in ${((Date.now() - begun) / 1000).toFixed(1)} s, ${idleSince(coresBefore)}`);
}
if (total.skipped > 0) console.log(`\n${total.skipped} skipped (each says why)`);
if (total.flaky.length > 0) {
  console.log(`${total.flaky.length} passed at a second try only, each with the trace of its first (CONTRIBUTING.md):`);
  for (const { title, trace } of total.flaky) console.log(`  ${title}\n    ${trace}`);
  if (total.flaky.length > MOST_SECOND_TRIES) {
    console.log(`More than ${MOST_SECOND_TRIES} of them: the run has failed.`);
    total.failed++;
    code ||= 1;
  }
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = code;
// Runs at the very end, because it can fail on files that a failed test left there.
rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
