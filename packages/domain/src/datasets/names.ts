/** Lengths in characters (code points), and the characters allowed (contract api-v1 section 4). */
export type TextLimits = { readonly min: number; readonly max?: number; readonly pattern?: RegExp };

export const DATASET_NAME = { min: 1, max: 200, pattern: /^(?!-|_)[a-zA-Z0-9-_ ]+$/ } as const satisfies TextLimits;
/** The reference has no limit here; this is the limit of the other family. */
export const TASK_DATASET_NAME = { max: 200, pattern: /^(?!-|_)[a-z0-9-_]+$/ } as const satisfies Partial<TextLimits>;
export type DatasetNameFault = "empty" | "wrong" | "long" | "taken";

/** What of a dataset's name keeps it from being made. `taken`: the names that the workspace's datasets have. */
export function datasetNameFault(name: string, taken: ReadonlySet<string>): DatasetNameFault | null {
  const written = name.trim();
  if (written === "") return "empty";
  // Limits count characters, not UTF-16 units.
  if ([...written].length > DATASET_NAME.max) return "long";
  if (!DATASET_NAME.pattern.test(written)) return "wrong";
  return taken.has(written) ? "taken" : null;
}

/** The same of a dataset of the older family, whose names have fewer characters. */
export function taskDatasetNameFault(
  name: string,
  taken: ReadonlySet<string>,
): DatasetNameFault | "wrongOfTask" | null {
  const fault = datasetNameFault(name, taken);
  const isWritten = fault !== "empty" && fault !== "long";
  return isWritten && !TASK_DATASET_NAME.pattern.test(name.trim()) ? "wrongOfTask" : fault;
}

export const GUIDELINES = { min: 1, max: 10_000 } as const satisfies TextLimits;

/** Names of fields, questions, metadata properties and vector settings. */
export const PART_NAME = { min: 1, max: 200, pattern: /^(?=.*[a-z0-9])[a-z0-9_-]+$/ } as const satisfies TextLimits;
/** Makes each name different from those in `taken`, by a number at its end, and adds it to them. */
export function uniqueNames(taken: Set<string>): (name: string) => string {
  /** The next number to try for a name that many share: each costs one look, not all before it again. */
  const next = new Map<string, number>();
  return (base) => {
    let name = base;
    for (let number = next.get(base) ?? 2; taken.has(name); number++) {
      name = `${base}_${number}`;
      next.set(base, number + 1);
    }
    taken.add(name);
    return name;
  };
}

/** FSE-28: the server accepts longer titles than the forms of the page. */
export const PART_TITLE = { min: 1, max: 500 } as const satisfies TextLimits;

/** Of a question, and of a field. */
export const PART_DESCRIPTION = { min: 1, max: 1000 } as const satisfies TextLimits;
export const OPTION_VALUE = { min: 1, max: 200 } as const satisfies TextLimits;
export const OPTION_TEXT = { min: 1, max: 500 } as const satisfies TextLimits;
export const OPTION_DESCRIPTION = { min: 1, max: 1000 } as const satisfies TextLimits;

/** `A-z` is the reference's own range: existing names may have brackets, backslash, caret and backtick. */
export const USERNAME = { min: 1, max: 200, pattern: /^(?!-|_)[A-za-z0-9-_]+$/ } as const satisfies TextLimits;
export const USERNAME_RULE = "a username has letters, digits, - and _, and begins with neither - nor _";
export const PERSON_NAME = { min: 1, max: 200 } as const satisfies TextLimits;
export const PASSWORD = { min: 8, max: 100 } as const satisfies TextLimits;
export const WORKSPACE_NAME = { min: 1, max: 200, pattern: /^(?!-|_)[a-z0-9-_]+$/ } as const satisfies TextLimits;
export const WORKSPACE_NAME_RULE =
  "a workspace name has small letters, digits, - and _, and begins with neither - nor _";

export const MOST_PICTURE_HOSTS = 50;

/** A host in the form of `URL.host`: lower case, a name or an address, and the port if it is not the default one. */
export const PICTURE_HOST = {
  min: 1,
  max: 255,
  pattern: /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?$/,
} as const satisfies TextLimits;
