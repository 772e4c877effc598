/** A part of lines to copy: as it is, the reader's own words to change, or the place of their API key. */
export type Piece = { readonly is: "code" | "own"; readonly text: string } | { readonly is: "key" };

const code = (text: string): Piece => ({ is: "code", text });
const own = (text: string): Piece => ({ is: "own", text });

/**
 * In the folder of Postil, on the machine of the server; nothing has to be installed or linked for it. `home`: the server's, where a
 * command would look elsewhere (API-52).
 */
const postil = (home: string | null): string =>
  `${home === null ? "" : `POSTIL_HOME=${quoted(home)} `}npm run postil --`;

/** For a shell; what needs no quotes has none. */
const quoted = (path: string): string => (/^[\w/.~-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);

export const importCommand = (home: string | null): readonly Piece[] => [
  code(`${postil(home)} import `),
  own("letters.csv"),
];
export const demoCommand = (home: string | null): readonly Piece[] => [code(`${postil(home)} demo`)];

/** Lines for the Argilla 1.x client that make a first dataset; `server` without a slash at the end. */
export const firstDataset = (server: string, workspace: string): readonly Piece[] => [
  code('import argilla as rg\nrg.init(api_url="'),
  own(server),
  code('", api_key="'),
  { is: "key" },
  code('")\ndataset = rg.FeedbackDataset.for_text_classification(\n    labels=["praise", "complaint"])\n'),
  code('dataset.add_records([\n    rg.FeedbackRecord(fields={"text": "Where is my parcel?"})])\n'),
  code('dataset.push_to_argilla("'),
  own("letters"),
  code(`", workspace="${workspace}")`),
];

/** The lines with the key filled in, as they are copied. */
export const copied = (pieces: readonly Piece[], key: string): string =>
  pieces.map((piece) => (piece.is === "key" ? inText(key) : piece.text)).join("");

/** A key may hold a quote or a backslash; both languages escape them alike. */
const inText = (key: string) => JSON.stringify(key).slice(1, -1);
