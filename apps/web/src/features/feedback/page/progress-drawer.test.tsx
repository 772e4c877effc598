import { progressOf } from "@postil/domain/queue/progress";
import { render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { createBrowser, createServer } from "../../../lib/outbox/browser.fixture.ts";
import { OutboxContext } from "../../../lib/outbox/use-outbox.ts";
import { percent } from "../../../workbench/frame/percent.ts";
import { Figures } from "../queue/progress.tsx";
import { ProgressShare } from "./foot.tsx";
import ProgressDrawer from "./progress-drawer.tsx";

const figures560 = progressOf({ records: 560, responses: 212, submitted: 184, discarded: 22, draft: 6 });
const outbox = createBrowser(createServer().api).openTab();
const show = (part: ReactNode, figures = figures560) =>
  render(
    <OutboxContext value={outbox}>
      <Figures value={figures}>{part}</Figures>
    </OutboxContext>,
  );

test("FPR-05 FPR-06 the progress drawer has a row per status with its count and percentage", () => {
  show(<ProgressDrawer datasetId="d" />);
  const rows = screen.getAllByRole("row").slice(1);
  expect(rows.map((row) => row.textContent)).toEqual([
    "Pending34862.1 %",
    "Draft61.1 %",
    "Submitted18432.9 %",
    "Discarded223.9 %",
  ]);
});

test("FPR-05 the foot says the share that has a response, and each part of the bar has words", () => {
  show(<ProgressShare />);
  expect(screen.getByText("38 %, 212 of 560")).toBeDefined();
  expect(screen.getByRole("img").getAttribute("aria-label")).toBe("Progress, 184 submitted, 22 discarded, 6 draft");
});

test("FPR-07 with no records every share is 0", () => {
  show(
    <ProgressDrawer datasetId="d" />,
    progressOf({ records: 0, responses: 0, submitted: 0, discarded: 0, draft: 0 }),
  );
  expect(screen.getAllByText("0 %")).toHaveLength(4);
});

test("FPR-07 100 % is said only of what is complete", () => {
  expect(percent(99.97, 1)).toBe("99.9 %");
  expect(percent(99.6, 0)).toBe("99 %");
  expect(percent(100, 0)).toBe("100 %");
});
