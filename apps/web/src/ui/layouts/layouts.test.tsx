import { readFileSync } from "node:fs";
import { join } from "node:path";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { BREAKPOINTS, screenSize } from "../breakpoints.ts";
import { HEADER_HEIGHT } from "../constants.ts";
import { OneColumn } from "./one-column.tsx";
import { PanelGrid } from "./panel-grid.tsx";
import { Plain } from "./plain.tsx";
import { Sidebar } from "./sidebar.tsx";
import { TopAndColumn } from "./top-and-column.tsx";
import { TopAndTwoColumns } from "./top-and-two-columns.tsx";

const header = <header>head</header>;
const regions = (container: HTMLElement) => container.textContent?.split(" ").filter(Boolean);

test("LAY-01 header with one column", () => {
  const { container } = render(<OneColumn header={header}> main</OneColumn>);
  expect(regions(container)).toEqual(["head", "main"]);
  expect(screen.getByRole("main").textContent).toBe(" main");
});

test("LAY-02 header, top area and one column", () => {
  const { container } = render(
    <TopAndColumn header={header} top=" top">
      {" main"}
    </TopAndColumn>,
  );
  expect(regions(container)).toEqual(["head", "top", "main"]);
});

test("LAY-03 header, top area and two columns", () => {
  const { container } = render(<TopAndTwoColumns header={header} top=" top" left=" left" right=" right" />);
  expect(regions(container)).toEqual(["head", "top", "left", "right"]);
});

test("LAY-04 LAY-10 header, top area and right sidebar with a panel that can be toggled, stacked where it is narrow", () => {
  const parts = { header, top: " top", main: " main", sidebar: " sidebar", split: "d1/record-questions" };
  const { container, rerender } = render(<Sidebar {...parts} panel={null} />);
  expect(regions(container)).toEqual(["head", "top", "main", "sidebar"]);
  rerender(<Sidebar {...parts} panel=" panel" />);
  expect(regions(container)).toEqual(["head", "top", "main", "sidebar", "panel"]);
  expect(screen.getByRole("separator").className).toContain("@max-[960px]:hidden");
});

test("LAY-05 the default layout is the page alone", () => {
  render(<Plain>page</Plain>);
  expect(screen.getByRole("main").textContent).toBe("page");
});

test("LAY-06 the side panel of the grid widens to 350 px", () => {
  const parts = { header, centre: " centre", panel: " panel", panelLabel: "Progress" };
  const { rerender } = render(<PanelGrid {...parts} open={false} />);
  expect(screen.queryByRole("complementary")).toBeNull();
  rerender(<PanelGrid {...parts} open />);
  const grid = screen.getByRole("complementary", { name: "Progress" }).parentElement;
  expect(grid?.style.gridTemplateColumns).toMatch(/ 350px$/);
});

test("LAY-08 the header area of the task annotation page counts 140 px", () => {
  expect(HEADER_HEIGHT).toBe(140);
});

test("LAY-09 sm up to 450 px, md up to 1901 px, lg above, in code and in the style sheet", () => {
  expect([320, 450, 451, 1901, 1902].map(screenSize)).toEqual(["sm", "sm", "md", "md", "lg"]);
  const styles = readFileSync(join(import.meta.dirname, "../styles.css"), "utf8");
  expect(styles).toContain(`--breakpoint-md: ${BREAKPOINTS.sm + 1}px;`);
  expect(styles).toContain(`--breakpoint-lg: ${BREAKPOINTS.md + 1}px;`);
});
