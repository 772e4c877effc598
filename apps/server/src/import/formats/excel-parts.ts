import { SaxesParser, type SaxesTagPlain } from "saxes";
import type { Entry, ZipFile } from "yauzl";
import { StartFailure } from "../../start-failure.ts";
import { memberBytes, openArchive } from "./archive.ts";
import { type DateStyle, dateStyleOf } from "./excel-cells.ts";
import { type Opened, readExactly } from "./unpack.ts";

/** The parts of a workbook, which are XML in a zip archive. */
export type Parts = {
  readonly file: string;
  readonly opened: Opened;
  readonly zip: ZipFile;
  readonly members: ReadonlyMap<string, Entry>;
};

export async function openParts(opened: Opened, file: string): Promise<Parts> {
  const head = await readExactly(opened, 0, Math.min(8, opened.size));
  if (head?.toString("hex") === OLE) throw await oldFile(opened, file);
  if (head?.subarray(0, 2).toString("latin1") !== "PK")
    throw new StartFailure(`${file} cannot be read: it is no Excel file (xlsx), though its name says so.`);
  const { zip, members } = await openArchive(opened.handle, file);
  return { file, opened, zip, members: new Map(members.map((member) => [keyOf(member.fileName), member])) };
}

const keyOf = (path: string) => path.replace(/^\//, "").toLowerCase();

/** Files of Excel before 2007, and newer ones with a password, are in a format of their own. */
const OLE = "d0cf11e0a1b11ae1";
const SEARCHED = 4 * 2 ** 20;

async function oldFile(opened: Opened, file: string): Promise<StartFailure> {
  const bytes = await readExactly(opened, 0, Math.min(SEARCHED, opened.size));
  const isEncrypted = bytes?.includes(Buffer.from("EncryptedPackage", "utf16le")) === true;
  return new StartFailure(
    isEncrypted
      ? `${file} cannot be read: the Excel file has a password. Save it without one, and import that.`
      : `${file} cannot be read: it is of Excel before 2007 (xls). Save it as xlsx or CSV, and import that.`,
  );
}

type XmlReader = {
  open?(name: string, attributes: SaxesTagPlain["attributes"]): void;
  text?(text: string): void;
  close?(name: string): void;
};

/** Reads a part piece by piece, and stops after each piece. A part that is missing is empty. */
export async function* readXml(parts: Parts, path: string, reader: XmlReader): AsyncGenerator<void> {
  const { file, opened, zip, members } = parts;
  const member = members.get(keyOf(path));
  if (!member) return;
  const parser = new SaxesParser();
  parser.on("opentag", ({ name, attributes }) => reader.open?.(bare(name), attributes));
  parser.on("closetag", ({ name }) => reader.close?.(bare(name)));
  parser.on("text", (text) => reader.text?.(text));
  parser.on("cdata", (text) => reader.text?.(text));
  parser.on("error", (error) => {
    throw error;
  });
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const bytes of memberBytes(zip, member, { file, bound: opened.bound })) {
      parser.write(decoder.decode(bytes, { stream: true }));
      yield;
    }
    parser.write(decoder.decode()).close();
  } catch (error) {
    if (error instanceof StartFailure || (error instanceof Error && "syscall" in error)) throw error;
    throw new StartFailure(`${file} cannot be read: the Excel file is damaged, ${path} in it is no XML.`);
  }
  yield;
}

/** Names without the prefix of their namespace: programs choose it. */
const bare = (name: string) => name.slice(name.indexOf(":") + 1);

async function readWhole(parts: Parts, path: string, reader: XmlReader): Promise<void> {
  for await (const _ of readXml(parts, path, reader));
}

export type SheetPlace = { readonly name: string; readonly path: string; readonly isHidden: boolean };
export type WorkbookParts = {
  readonly sheets: readonly SheetPlace[];
  readonly since1904: boolean;
  readonly styles: string;
  readonly texts: string;
};

/** Finds the sheets, in their order, and the parts that they share. */
export async function readWorkbook(parts: Parts): Promise<WorkbookParts> {
  const [main] = [...(await relationsOf(parts, "_rels/.rels", "")).values()].filter(
    ({ type }) => type === "officeDocument",
  );
  const path = main?.target ?? "xl/workbook.xml";
  if (path.endsWith(".bin"))
    throw new StartFailure(
      `${parts.file} cannot be read: it is a binary workbook (xlsb). Save it as xlsx or CSV, and import that.`,
    );
  if (!parts.members.has(keyOf(path)))
    throw new StartFailure(`${parts.file} cannot be read: it is an archive without a workbook of Excel in it.`);
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const relations = await relationsOf(parts, `${folder}_rels/${path.slice(folder.length)}.rels`, folder);
  const sheets: SheetPlace[] = [];
  let since1904 = false;
  await readWhole(parts, path, {
    open: (name, attributes) => {
      if (name === "workbookPr") since1904 = /^(?:1|true)$/.test(attributes.date1904 ?? "");
      if (name !== "sheet") return;
      const id = Object.entries(attributes).find(([key]) => bare(key) === "id" && key.includes(":"))?.[1];
      const relation = relations.get(id ?? "");
      // Sheets of charts hold no cells.
      if (relation?.type === "worksheet")
        sheets.push({
          name: attributes.name ?? "",
          path: relation.target,
          isHidden: /hidden/i.test(attributes.state ?? ""),
        });
    },
  });
  const shared = (type: string, usual: string) =>
    [...relations.values()].find((one) => one.type === type)?.target ?? folder + usual;
  return {
    sheets,
    since1904,
    styles: shared("styles", "styles.xml"),
    texts: shared("sharedStrings", "sharedStrings.xml"),
  };
}

type Relation = { readonly type: string; readonly target: string };

async function relationsOf(parts: Parts, path: string, folder: string): Promise<ReadonlyMap<string, Relation>> {
  const found = new Map<string, Relation>();
  await readWhole(parts, path, {
    open: (name, { Id = "", Type = "", Target = "" }) => {
      if (name !== "Relationship") return;
      found.set(Id, { type: Type.slice(Type.lastIndexOf("/") + 1), target: resolved(folder, Target) });
    },
  });
  return found;
}

/** A path inside the archive, which is only compared with the names of members. */
const resolved = (folder: string, target: string): string =>
  decodeURI(new URL(target, `file:///${folder}`).pathname).slice(1);

export async function readDateStyles(parts: Parts, path: string): Promise<readonly (DateStyle | null)[]> {
  const codes = new Map<number, string>();
  const styles: (DateStyle | null)[] = [];
  let inCells = false;
  await readWhole(parts, path, {
    open: (name, attributes) => {
      if (name === "numFmt") codes.set(Number(attributes.numFmtId), attributes.formatCode ?? "");
      if (name === "cellXfs") inCells = true;
      const id = Number(attributes.numFmtId ?? 0);
      if (name === "xf" && inCells) styles.push(dateStyleOf(id, codes.get(id) ?? null));
    },
    close: (name) => {
      if (name === "cellXfs") inCells = false;
    },
  });
  return styles;
}

/**
 * Shared texts stay in memory while the rows are read: cells refer to them in any order. They are kept as bytes, because texts
 * that are cut from a piece of the file would keep the whole piece.
 */
const MOST_SHARED = 256 * 2 ** 20;
const BLOCK = 2 ** 20;

export type SharedTexts = { readonly at: (index: number) => string | null };

export async function readSharedTexts(parts: Parts, path: string): Promise<SharedTexts> {
  const blocks: Buffer[] = [];
  /** Of each text its block, its first byte and its last. */
  const places: number[] = [];
  let [bytes, used] = [0, BLOCK];
  const add = (text: string) => {
    const length = Buffer.byteLength(text);
    bytes += length;
    if (bytes > MOST_SHARED) throw tooMuchText(parts.file, bytes);
    if (used + length > (blocks.at(-1)?.length ?? 0)) {
      blocks.push(Buffer.allocUnsafeSlow(Math.max(BLOCK, length)));
      used = 0;
    }
    blocks.at(-1)?.write(text, used);
    places.push(blocks.length - 1, used, used + length);
    used += length;
  };
  const collector = createTextCollector();
  await readWhole(parts, path, {
    open: (name) => collector.open(name),
    text: (text) => collector.text(text),
    close: (name) => {
      collector.close(name);
      if (name === "si") add(collector.take());
    },
  });
  return {
    at: (index) => {
      const [block = -1, from = 0, to = 0] = places.slice(index * 3, index * 3 + 3);
      return blocks[block]?.toString("utf8", from, to) ?? null;
    },
  };
}

function tooMuchText(file: string, bytes: number): StartFailure {
  const [found, most] = [bytes, MOST_SHARED].map((count) => count.toLocaleString("en"));
  return new StartFailure(
    `${file} cannot be read: its cells hold ${found} bytes of text or more, and ${most} is the most of an Excel file. Save it as CSV, and import that.`,
  );
}

/** Joins the pieces of a text with formats, without the signs that say how it is pronounced. */
export function createTextCollector() {
  let [text, inText, spoken] = ["", false, 0];
  return {
    open: (name: string) => {
      if (name === "t") inText = true;
      if (name === "rPh") spoken++;
    },
    text: (piece: string) => {
      if (inText && spoken === 0) text += piece;
    },
    close: (name: string) => {
      if (name === "t") inText = false;
      if (name === "rPh") spoken--;
    },
    take: (): string => {
      const whole = text;
      [text, inText, spoken] = ["", false, 0];
      return whole;
    },
  };
}
