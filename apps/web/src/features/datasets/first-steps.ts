/** A part of code to copy: fixed code, a word for the user to change, or the place of their API key. */
export type Piece = { readonly is: "code" | "own"; readonly text: string } | { readonly is: "key" };

const code = (text: string): Piece => ({ is: "code", text });
const own = (text: string): Piece => ({ is: "own", text });

/**
 * The command in Postil's folder on the server machine; nothing has to be installed or linked. `home`: the server's home, if
 * the command would use another one (API-52).
 */
const postil = (home: string | null): string =>
  `${home === null ? "" : `POSTIL_HOME=${quoted(home)} `}npm run postil --`;

/** Quotes a path for a shell, if it needs quotes. */
const quoted = (path: string): string => (/^[\w/.~-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);

export const importCommand = (home: string | null): readonly Piece[] => [
  code(`${postil(home)} import `),
  own("letters.csv"),
];
export const demoCommand = (home: string | null): readonly Piece[] => [code(`${postil(home)} demo`)];

/** Lines for the Argilla 1.x client that create a first dataset; `server` without a slash at the end. */
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

/** The lines with the key filled in, for the clipboard. */
export const copied = (pieces: readonly Piece[], key: string): string =>
  pieces.map((piece) => (piece.is === "key" ? inText(key) : piece.text)).join("");

/** Escapes quotes and backslashes in a key; both languages escape them the same way. */
const inText = (key: string) => JSON.stringify(key).slice(1, -1);
