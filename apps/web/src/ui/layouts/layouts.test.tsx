import { readFileSync } from "node:fs";
import { join } from "node:path";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { BREAKPOINTS } from "../constants.ts";
import { columnOf, TopAndColumn, TopAndTwoColumns, TwoColumns } from "./columns.tsx";
import { OneColumn, Plain } from "./frame.tsx";

const header = <header>head</header>;
const regions = (container: HTMLElement) => container.textContent?.split(" ").filter(Boolean);

test("LAY-01 header with one column", () => {
  const { container } = render(<OneColumn header={header}> main</OneColumn>);
  expect(regions(container)).toEqual(["head", "main"]);
  expect(screen.getByRole("main").textContent).toBe(" main");
});

test("LAY-02 header, top area and one column, which scrolls by itself", () => {
  const { container } = render(
    <TopAndColumn header={header} top=" top">
      {" column"}
    </TopAndColumn>,
  );
  expect(regions(container)).toEqual(["head", "top", "column"]);
  const column = columnOf(screen.getByText("column"));
  expect(column?.className).toContain("overflow-auto");
  expect(column?.textContent).toBe(" column");
});

test("LAY-03 header, top area and two columns", () => {
  const { container } = render(<TopAndTwoColumns header={header} top=" top" left=" left" right=" right" />);
  expect(regions(container)).toEqual(["head", "top", "left", "right"]);
});

test("LAY-03 a column of text alone is a region that the keyboard reaches", () => {
  render(<TwoColumns left="left" right="right" rightName="Preview" />);
  expect(screen.getByRole("region", { name: "Preview" })).toHaveProperty("tabIndex", 0);
});

test("LAY-05 the default layout is the page alone", () => {
  render(<Plain>page</Plain>);
  expect(screen.getByRole("main").textContent).toBe("page");
});

test("LAY-09 sm up to 450 px, md up to 1901 px, lg above, in code and in the style sheet", () => {
  const styles = readFileSync(join(import.meta.dirname, "../styles.css"), "utf8");
  expect(styles).toContain(`--breakpoint-md: ${BREAKPOINTS.sm + 1}px;`);
  expect(styles).toContain(`--breakpoint-lg: ${BREAKPOINTS.md + 1}px;`);
});
