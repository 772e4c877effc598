import type { SnapshotSeal } from "@postil/domain/datasets/snapshot";
import { LEFT_OUT_WORDS } from "@postil/domain/exports/export-shape";
import { makeZip } from "client-zip";
import { parquetPieces } from "./parquet-file.ts";
import { type Kind, parquetColumn, type ShapeColumn, type Values } from "./shape-columns.ts";
import { type FileWish, type Pieces, sealOf, type Tally } from "./writer.ts";

const value = (dtype: string) => ({ dtype, _type: "Value" });
const classLabel = (names: readonly string[]) => ({ names, _type: "ClassLabel" });

/** The feature of a column, in the spelling that old and new versions of `datasets` read. */
function featureOf(kind: Kind): unknown {
  switch (kind.type) {
    case "text":
    case "json":
      return value("string");
    case "whole":
      return value("int64");
    case "number":
      return value("float64");
    case "texts":
      return { feature: value("string"), _type: "Sequence" };
    case "label":
      return classLabel(kind.options);
    case "labels":
      return { feature: classLabel(kind.options), _type: "Sequence" };
    case "ranking":
      return [{ value: value("string"), rank: value("int64") }];
    case "spans":
      return [{ start: value("int64"), end: value("int64"), label: classLabel(kind.options) }];
  }
}

/** What a file of shaped rows is made with, beside the rows. */
export type About = {
  readonly columns: readonly ShapeColumn[];
  readonly wish: FileWish;
  readonly name: string;
  readonly tally: Tally;
};

/** A folder that `load_dataset` reads, as one zip: Parquet with the features of its columns, and a card (EXS-06). */
export async function* huggingFaceFile(rows: AsyncGenerator<readonly Values[]>, about: About): Pieces {
  const { columns, name, wish } = about;
  const features = Object.fromEntries(columns.map((column) => [column.name, featureOf(column.kind)]));
  const numbered = columns.map((column, at) => parquetColumn(column, at, true));
  const metadata = { huggingface: JSON.stringify({ info: { features } }), ...sealOf(wish) };
  async function* files() {
    yield {
      name: `${name}/data/train-00000-of-00001.parquet`,
      input: encoded(parquetPieces(numbered, rows, metadata)),
    };
    // After the rows, because it tells how many there are.
    yield { name: `${name}/README.md`, input: cardOf(about) };
  }
  const zip = makeZip(files()).getReader();
  try {
    for (let read = await zip.read(); !read.done; read = await zip.read()) yield read.value;
  } finally {
    // The library leaves what it reads open if its own reader leaves.
    await rows.return(undefined);
  }
}

const encoder = new TextEncoder();

async function* encoded(pieces: Pieces): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for await (const piece of pieces)
    yield typeof piece === "string" ? encoder.encode(piece) : (piece as Uint8Array<ArrayBuffer>); // made here
}

/** How many rows a dataset has, in the words of the hub. */
const SIZES: readonly (readonly [below: number, words: string])[] = [
  [1e3, "n<1K"],
  [1e4, "1K<n<10K"],
  [1e5, "10K<n<100K"],
  [1e6, "100K<n<1M"],
  [1e7, "1M<n<10M"],
  [Number.POSITIVE_INFINITY, "n>10M"],
];

const KINDS: { readonly [Type in Kind["type"]]: string } = {
  text: "text",
  whole: "integer",
  number: "number",
  texts: "list of texts",
  json: "JSON",
  label: "class label",
  labels: "list of class labels",
  ranking: "list of options with their rank; 1 is the best",
  spans: "list of spans: start and end in characters, the end exclusive, and a class label",
};

function cardOf({ columns, name, tally, wish }: About): string {
  const size = SIZES.find(([below]) => tally.rows < below)?.[1];
  const leftOut = [...tally.leftOut].map(([reason, count]) => `- ${count} records: ${LEFT_OUT_WORDS[reason]}`);
  const table = columns.map((column) => `| ${cell(column.name)} | ${cell(kindText(column.kind))} |`);
  return `---
configs:
- config_name: default
  data_files:
  - split: train
    path: data/train-*
size_categories:
- ${size}
---

# ${name}

${tally.rows} records, each with one answer per question, exported from Postil.

${wish.seal ? `${originText(wish.seal)}\n\n` : ""}${leftOut.length === 0 ? "No record was left out." : `Records that were left out:\n\n${leftOut.join("\n")}`}

| column | kind |
| --- | --- |
${table.join("\n")}
`;
}

const originText = ({ name, taken_at, hash }: SnapshotSeal): string =>
  `They are those of the snapshot "${cell(name)}", taken at ${taken_at} UTC.${hash === undefined ? "" : ` Its hash is \`${hash}\`.`}`;

const kindText = (kind: Kind): string =>
  "options" in kind ? `${KINDS[kind.type]}: ${kind.options.join(", ")}` : KINDS[kind.type];

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll(/\s+/g, " ");
