import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";

/** One line of a report: the thing measured, its figure and its target. */
export type Figure = {
  readonly what: string;
  readonly figure: string;
  readonly floor?: string;
  readonly target: string;
  readonly met: boolean;
};

/** Writes the figures as a Markdown table for people to read, and prints them. */
export function writeReport(name: string, figures: readonly Figure[]): void {
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const text = [
    `# ${name}`,
    "",
    `Measured ${new Date().toISOString().slice(0, 10)} with \`npm run bench -- ${name}\`, Node ${process.version}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB.`,
    "",
    row(["what", "figure", "floor in the same run", "target", "met"]),
    row(["---", "---:", "---:", "---", "---"]),
    ...figures.map(({ what, figure, floor, target, met }) =>
      row([what, figure, floor ?? "", target, met ? "yes" : "**no**"]),
    ),
    "",
  ].join("\n");
  const folder = new URL("../results/", import.meta.url);
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL(`${name}.md`, folder), text);
  console.log(text);
}
