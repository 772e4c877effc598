import * as Plot from "@observablehq/plot";
import { JSDOM } from "jsdom";

/** A value of one engine at one size. `of`: the panel that it belongs to. */
export type Point = { readonly of: string; readonly engine: string; readonly size: number; readonly value: number };

export type Chart = {
  readonly title: string;
  readonly unit: string;
  readonly points: readonly Point[];
  /** Drawn as dashes: what the database alone takes for the same work. */
  readonly floors: readonly Point[];
};

/** Told apart by people who see no red or no green, on white. */
const COLOURS = ["#0072b2", "#d55e00", "#009e73"];
const PANEL = 240;

/** An SVG with a panel for each thing measured: sizes along, values up, both in powers of ten, a line for each engine. */
export function draw({ title, unit, points, floors }: Chart): string {
  const { document } = new JSDOM("").window;
  const panels = [...new Set(points.map(({ of }) => of))];
  const engines = [...new Set(points.map(({ engine }) => engine))];
  const sizes = [...new Set(points.map(({ size }) => size))];
  const along = { x: "size", y: "value", fx: "of", stroke: "engine" } as const;
  const svg = Plot.plot({
    document,
    ariaLabel: title,
    width: 90 + PANEL * panels.length,
    height: 330,
    ...{ marginLeft: 60, marginTop: 48, marginBottom: 44 },
    style: { background: "white", color: "#222", fontFamily: "sans-serif", fontSize: "12px" },
    x: { type: "log", label: "records", labelOffset: 40, ticks: sizes, tickFormat: "~s", inset: 12 },
    y: { type: "log", label: unit, labelOffset: 0, grid: true, ticks: 4, tickFormat: ",~r", nice: true },
    fx: { label: null, domain: panels },
    color: { domain: engines, range: COLOURS },
    marks: [
      Plot.frame({ stroke: "#ccc" }),
      Plot.lineY(floors, { ...along, z: "engine", strokeDasharray: "4 4" }),
      Plot.lineY(points, { ...along, z: "engine", marker: "circle", strokeWidth: 2 }),
      Plot.text(
        points.filter(({ size }) => size === Math.max(...sizes)),
        { x: "size", y: "value", fx: "of", fill: "engine", text: "engine", dx: -6, dy: -9, textAnchor: "end" },
      ),
    ],
  });
  svg.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return `${svg.outerHTML}\n`;
}
