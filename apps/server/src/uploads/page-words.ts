/**
 * Messages of the import name options of the command line. The page has controls instead. Each line says which words of a
 * message become which words for the page; the first lines are tried first.
 */
const CONTROLS: readonly (readonly [option: RegExp, control: string])[] = [
  [
    /--by COLUMN names a column with their usernames, --by-person USERNAME one person\./g,
    "Choose a column with their names, or one person, in the menu of its role.",
  ],
  [
    /--metadata "(.*?)=date:day" or ".*?=date:month" says which for this dataset\./gs,
    'Say in the menu "$1 goes to" which one does.',
  ],
  [
    /--metadata "(.*?)=date:day" or ".*?=date:month" says which\./gs,
    'Say in the menu of the role of "$1" which one does.',
  ],
  [
    /--person NAME=USERNAME says who a name is, and --person NAME= leaves the answers of that name out\./g,
    "Under Columns, choose a person for each name, or leave the answers of that name out.",
  ],
  [/; --offsets utf16 reads them as JavaScript does/g, "; the menu of its role can say otherwise"],
  [/--id COLUMN names it\./g, "Give a column the role Id."],
  [/--id COLUMN takes it as the id/g, "“Id of the record” in its menu takes it as the id"],
  [/--shape plain takes the columns as they are/g, "“No tool” under Export of takes the columns as they are"],
  [/--sheet NAME reads another one/g, "Sheet, under How the file is read, reads another one"],
  [/--sheet is about Excel files/g, "a sheet is of an Excel file"],
  [/Leave it out with --ignore .+?\./gs, "Leave it out of the file."],
  [
    /--(?:encoding|separator|quote|header|no-header|names) is about text files/g,
    "Encoding, Separator, Quotes and First line are about text files",
  ],
  [/Say so with --encoding utf-16le or utf-16be\./g, "Choose UTF-16 under Encoding."],
  [
    /Say what it is with --encoding, such as windows-1252 or utf-16le\./g,
    "Choose what it is under Encoding, such as windows-1252.",
  ],
  [
    /Say --header if it names the columns, --names a,b,\.\.\. to name them, or --no-header for names like column_1\./g,
    "Say under First line whether it names the columns or is a record.",
  ],
  [/Say --header --names a,b,\.\.\. to name all of them\./g, "Give them different names in the file."],
  [
    /Mend it, or say --quote none, which reads quotes as characters like others\./g,
    "Mend it, or say under Quotes that they are characters like others.",
  ],
  [/--quote '"' reads them as holding cells together/g, "Quotes can say that they hold cells together"],
  [/--quote none reads quotes as characters/g, "Quotes can say that they are characters"],
  [/--label-separator ("(?:[^"]*)") takes it apart/g, "Several labels in one cell: $1 takes it apart"],
  [
    /--trim takes the blanks around them away\./g,
    "Trim blanks around cells takes them away; Keep labels as they are written keeps all of them.",
  ],
  [/Make them one in the file\./g, "Make them one in the file; Keep labels as they are written keeps all of them."],
  [
    /--missing (.+?) makes rows with them rows without a label\./gs,
    "Missing values: $1 makes rows with them rows without a label; Keep labels as they are written keeps them.",
  ],
  [
    /--metadata "(.*?)=float" makes numbers of them; name each other column to filter by with --metadata then, too/gs,
    'the role Metadata with the type float makes numbers of "$1"',
  ],
  [/Name one with --field COLUMN\./g, "Give a column the role Field."],
  [
    /Name one: --label COLUMN, --label sentiment=positive,negative, --rating quality=1\.\.5, --text correction\./g,
    "Give a column the role Label question, Rating question or Text question, or add a question without a column.",
  ],
  [
    /Name what it holds, such as --field text --label sentiment, and leave out the rest with --ignore; or/g,
    "Give each column its role, such as Field and Label question, and Ignore to the rest; or",
  ],
  [
    /Name what it holds by paths, such as --field data\.text; its annotations are not read: export/g,
    "Its texts and annotations are not read: export",
  ],
  [
    /--task \(TextClassification, TokenClassification or Text2Text\) reads it as that\./g,
    "under What it becomes, one of the three tasks reads it as that.",
  ],
  [
    /([Ff])or (entities|tokens) say --task TokenClassification\./g,
    "$1or $2 choose Token classification under What it becomes.",
  ],
  [/--header --names a,b,\.\.\. gives columns of a table other names\./g, "Say under Columns which one it is."],
  [/--ignore leaves a column out/g, "Ignore leaves a column out"],
  [/--tag-column \S+ takes them/g, "the command line takes them, with its own option"],
];

/**
 * The message in words for the page: without the indents of a terminal, and with controls in place of options. The name of
 * the file stays as it is.
 */
export function pageWords(message: string, file: string | null = null): string {
  const words = CONTROLS.reduce((text, [option, control]) => text.replaceAll(option, control), message.trim());
  if (file !== null && words.startsWith(file)) return words;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The same of each line. */
export const sentences = (message: string, file: string): string =>
  message
    .split("\n")
    .map((line) => pageWords(line, file))
    .join("\n");
