import { fileOf } from "../import.fixture.ts";
import { type Member, zipOf } from "./zip.fixture.ts";

/** A sheet of a workbook that a test makes. `rows`: the XML inside of `sheetData`, `before` and `after`: that around it. */
export type MadeSheet = {
  readonly name: string;
  readonly rows: string;
  readonly before?: string;
  readonly after?: string;
  readonly state?: "hidden" | "veryHidden";
};

type Made = {
  readonly sheets: readonly MadeSheet[];
  readonly texts?: readonly string[];
  /** The formats of the styles 1, 2, ...: a number of a format that every program has, or one in words. */
  readonly formats?: readonly (number | string)[];
  readonly since1904?: boolean;
  readonly others?: readonly Member[];
};

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships";

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;

/** The bytes of an xlsx file. */
export function excelOf({ sheets, texts = [], formats = [], since1904 = false, others = [] }: Made): Buffer {
  const custom = formats.flatMap((format, at) =>
    typeof format === "string" ? [`<numFmt numFmtId="${200 + at}" formatCode="${escaped(format)}"/>`] : [],
  );
  const styles = ["0", ...formats.map((format, at) => (typeof format === "string" ? 200 + at : format))];
  return zipOf([
    {
      name: "_rels/.rels",
      content: `<Relationships xmlns="${PACKAGE}">${relation("r1", "officeDocument", "xl/workbook.xml")}</Relationships>`,
    },
    {
      name: "xl/workbook.xml",
      content: `<?xml version="1.0" encoding="UTF-8"?><workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr${since1904 ? ' date1904="1"' : ""}/><sheets>${sheets
        .map(
          ({ name, state }, at) =>
            `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="s${at}"${state ? ` state="${state}"` : ""}/>`,
        )
        .join("")}</sheets></workbook>`,
    },
    {
      name: "xl/_rels/workbook.xml.rels",
      content: `<Relationships xmlns="${PACKAGE}">${sheets.map((_, at) => relation(`s${at}`, "worksheet", `worksheets/sheet${at}.xml`)).join("")}${relation("st", "styles", "styles.xml")}${relation("t", "sharedStrings", "/xl/sharedStrings.xml")}</Relationships>`,
    },
    {
      name: "xl/styles.xml",
      content: `<styleSheet xmlns="${MAIN}"><numFmts>${custom.join("")}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${styles.map((id) => `<xf numFmtId="${id}"/>`).join("")}</cellXfs></styleSheet>`,
    },
    {
      name: "xl/sharedStrings.xml",
      content: `<sst xmlns="${MAIN}">${texts.map((text) => `<si>${text}</si>`).join("")}</sst>`,
    },
    ...sheets.map(({ rows, before = "", after = "" }, at) => ({
      name: `xl/worksheets/sheet${at}.xml`,
      content: `<worksheet xmlns="${MAIN}">${before}<sheetData>${rows}</sheetData>${after}</worksheet>`,
    })),
    ...others,
  ]);
}

export type MadeCell = string | number | boolean | null;

/** Rows of plain cells as XML, without addresses: each cell follows the one before. */
export const rowsOf = (rows: readonly (readonly MadeCell[])[]): string =>
  rows.map((cells) => `<row>${cells.map(cellOf).join("")}</row>`).join("");

function cellOf(cell: MadeCell): string {
  if (cell === null) return "<c/>";
  if (typeof cell === "boolean") return `<c t="b"><v>${Number(cell)}</v></c>`;
  return typeof cell === "number"
    ? `<c><v>${cell}</v></c>`
    : `<c t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
}

/** A file with one sheet of this XML. */
export const sheetFile = (rows: string, more: Omit<Made, "sheets"> = {}): string =>
  fileOf(excelOf({ sheets: [{ name: "Messages", rows }], ...more }), "xlsx");
