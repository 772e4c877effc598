import type { CallInput } from "@postil/contract/call";
import { routes } from "@postil/contract/routes";
import { valuesIn } from "@postil/domain/records/metadata-rules";
import type { MetadataValues } from "@postil/domain/records/record";
import { z } from "zod";
import { ApiRefusal, type Call } from "../client/api-client.ts";
import { StartFailure } from "../start-failure.ts";
import type { Ended, Migration } from "./migration.ts";
import { newPass, type Pass } from "./note.ts";
import { passAndCompare, passOf, passOver, type ReadPage, type Ready, recordsOf, stayed, type Told } from "./pass.ts";
import type { Accounts } from "./people.ts";
import type { Counted } from "./tally.ts";
import type { There } from "./there.ts";

/** Feedback datasets of the other server: their settings, then their records with everything on them (MIG-02). */

type Dataset = {
  readonly id: string;
  readonly name: string;
  readonly status: "draft" | "ready";
  readonly guidelines: string | null;
  readonly allow_extra_metadata: boolean;
  /** Servers of clients 2.x tell it. */
  readonly metadata?: MetadataValues | null | undefined;
  readonly last_activity_at: string;
  readonly inserted_at: string;
  readonly updated_at: string;
};
type Workspace = { readonly id: string; readonly name: string };

export async function bringFeedbackDataset(
  migration: Migration,
  accounts: Accounts,
  dataset: Dataset,
  workspace: Workspace,
): Promise<Ended> {
  const { here, there, note, leave } = migration;
  const params = { dataset_id: dataset.id };
  const { before } = note.of(dataset.id);
  if (before !== null && !(await isHere(here.call, params)))
    throw new ApiRefusal(409, "it was deleted here after it was brought; --again brings it once more");
  const parts = await partsOf(there.call, params);
  const name = `${workspace.name}/${dataset.name}`;
  for (const { part, reason } of parts.leftOut) leave(`dataset ${name}, ${part}`, there.told(new Error(reason)));
  const { guidelines, allow_extra_metadata, metadata, status, last_activity_at, inserted_at, updated_at } = dataset;
  const made = await here.call("bringDataset", {
    params,
    body: {
      ...{ name: dataset.name, workspace_id: workspace.id, guidelines, allow_extra_metadata, metadata, status },
      ...{ last_activity_at, inserted_at, updated_at, ...parts.sound, brought_before: before },
    },
  });
  const { created, left_out } = made;
  for (const { part, reason } of left_out) leave(`dataset ${name}, ${part}`, reason);
  const own = (await here.call("listQuestions", { params })).items;
  const ownNames = new Set(own.map((one) => one.name));
  const left = new Set([...parts.questionNames.values()].filter((one) => !ownNames.has(one)));
  const pass = passOf(migration, dataset.id, created);
  const { added } = pass;
  const names = namesThere(accounts, parts.questionNames);
  // The reference fails to list the records of a draft, which has none.
  const isPublished = !left_out.some(({ part }) => part === "publication");
  const namesHere = { ...names, questions: new Map(own.map((one) => [one.id, one.name])) };
  const byOwnId = new Map([...accounts.people].flatMap(([, one]) => (one.id === null ? [] : [[one.id, one.username]])));
  const hereToo = {
    pages: () => pageOf(here, params, parts.vectorNames),
    countedOf: (record: { readonly id?: unknown }) => counted(record, { ...namesHere, people: byOwnId }),
  };
  const work = {
    ...{ id: dataset.id, name },
    records: (from: Pass) => readThere(migration, accounts, params, { from, names, left, vectors: parts.vectorNames }),
    store: (items: readonly Item[], since: string | null) =>
      here.call("bringRecords", { params, body: { items: [...items], brought_before: since } }),
    valuesOf: ({ metadata }: Item) => valuesIn(metadata),
  };
  const tally = await passAndCompare(pass, hereToo, {
    isNew: created,
    run: async (stored) => {
      if (status === "ready" && isPublished) await passOver(migration, pass, work, stored);
    },
  });
  // Records that were never asked for are not deleted here.
  if (isPublished) note.end(dataset.id, pass);
  return { pass, here: tally, stayed: stayed(pass, added, made) };
}

type OfDataset = { readonly dataset_id: string };

async function isHere(call: Call, params: OfDataset): Promise<boolean> {
  try {
    await call("getDataset", { params });
    return true;
  } catch (error) {
    if (error instanceof ApiRefusal && error.status === 404) return false;
    throw error;
  }
}

type LeftOut = { part: string; reason: string };

/** The parts of the dataset that can be made here, and those that cannot. */
async function partsOf(call: Call, params: OfDataset) {
  const leftOut: LeftOut[] = [];
  type Part = { readonly name: string; readonly inserted_at?: string };
  function sound<S extends z.ZodType>(noun: string, schema: S, parts: readonly Part[]): z.output<S>[] {
    return parts.flatMap((part) => {
      const read = schema.safeParse(part);
      // If it is not here, it tells whether it was brought before, and deleted here.
      if (read.success) return [Object.assign(read.data as object, { inserted_at: part.inserted_at }) as z.output<S>];
      const [issue] = read.error.issues;
      leftOut.push({
        part: `${noun} ${part.name}`,
        reason: [issue?.path.join("."), issue?.message].filter(Boolean).join(": "),
      });
      return [];
    });
  }
  const questions = (await call("listQuestions", { params })).items;
  const vectors = (await call("listVectorSettings", { params })).items;
  const found = {
    fields: sound("field", routes.createField.body, (await call("listFields", { params })).items),
    questions: sound("question", routes.createQuestion.body, questions),
    metadata_properties: sound(
      "metadata property",
      routes.createMetadataProperty.body,
      (await call("listMyMetadataProperties", { params })).items,
    ),
    vectors_settings: sound("vector settings", routes.createVectorSettings.body, vectors),
  };
  return {
    sound: found as unknown as Pick<CallInput<"bringDataset">["body"], keyof typeof found>, // read by the same schemas
    leftOut,
    vectorNames: vectors.map(({ name }) => name),
    questionNames: new Map(questions.map(({ id, name }) => [id, name])),
  };
}

const RecordThere = z.looseObject({
  id: z.uuid(),
  fields: z.record(z.string(), z.unknown()),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  external_id: z.string().nullish(),
  inserted_at: z.string(),
  updated_at: z.string(),
  responses: z
    .array(
      z.looseObject({
        id: z.uuid(),
        status: z.enum(["draft", "submitted", "discarded"]),
        values: z.record(z.string(), z.unknown()).nullish(),
        user_id: z.uuid().nullish(),
        inserted_at: z.string(),
        updated_at: z.string(),
      }),
    )
    .nullish(),
  suggestions: z.array(z.looseObject({ id: z.uuid(), question_id: z.uuid() })).nullish(),
  vectors: z.record(z.string(), z.array(z.number())).nullish(),
});
type RecordThere = z.output<typeof RecordThere>;

/** Each record is read for itself, where it is stored (`RecordThere`). */
const isObject = (item: unknown) => typeof item === "object" && item !== null && !Array.isArray(item);
const RecordPage = z.looseObject({
  items: z.array(z.custom<{ readonly id?: unknown }>(isObject)),
  total: z.number().int().nonnegative(),
});

/** A page of either server. The other one is not asked for what is beyond the end that it has told; here more may come. */
function pageOf(
  { call, sizeOf }: Pick<There, "call"> & Partial<There>,
  params: OfDataset,
  vectors: readonly string[],
): ReadPage<{ readonly id?: unknown }> {
  // By their names: the reference fails to read all vectors after one of their settings was deleted.
  const named = vectors.length > 0 ? [`vectors:${vectors.join(",")}`] : [];
  /** Of the page that came last, and where it begins. */
  let first: { readonly id: unknown; readonly offset: number } | null = null;
  let end = Number.POSITIVE_INFINITY;
  return async (offset, _last, limit) => {
    if (offset >= end) return { records: [], total: end };
    const query = { offset, limit, include: ["responses", "suggestions", ...named] };
    const reply = await call("listRecords", { params, query: query as never }); // as they are written
    const read = RecordPage.safeParse(reply);
    if (!read.success) throw new StartFailure("The other server answers something that is no list of records.");
    const { items, total } = read.data;
    const [{ id = null } = {}] = items;
    if (first && items.length > 0 && id === first.id && offset !== first.offset)
      throw new StartFailure("The other server gives the same page of records again and again.");
    first = { id, offset };
    if (sizeOf) end = total;
    return { records: offset >= total ? [] : items, total, ...(sizeOf ? { characters: sizeOf(reply) } : {}) };
  };
}

type Names = {
  /** By the ids that a server has for them. */
  readonly questions: ReadonlyMap<string, string>;
  readonly people: ReadonlyMap<string, string>;
};

const namesThere = ({ people }: Accounts, questions: Names["questions"]): Names => ({
  questions,
  people: new Map([...people].map(([id, { username }]) => [id, username])),
});

/** A record as it is counted on either server: what people see of it, with names in place of ids. */
function counted(given: { readonly id?: unknown }, { questions, people }: Names): Counted {
  const { id, fields, metadata, external_id, inserted_at, updated_at, ...record } = given as RecordThere; // it was read as one
  const { responses, suggestions, vectors } = record;
  const nameOf = (userId: string | null | undefined) => people.get(userId ?? "") ?? "people who were deleted";
  return {
    id: String(id),
    counts: [
      ...(suggestions ?? []).map(() => "suggestions"),
      ...Object.keys(vectors ?? {}).map((name) => `vectors ${name}`),
      ...(responses ?? []).map(({ user_id, status }) => `answers of ${nameOf(user_id)}, ${status}`),
    ],
    parts: () =>
      Object.fromEntries([
        ["fields", fields],
        ["metadata", metadata ?? null],
        ["external id", external_id ?? null],
        ["times", [inserted_at, updated_at]],
        ...Object.entries(vectors ?? {}).map(([name, vector]) => [`vector ${name}`, vector]),
        ...(suggestions ?? []).map(({ question_id, type, value, agent, score }) => [
          `suggestion for ${questions.get(question_id)}`,
          [type ?? null, value, agent ?? null, score ?? null],
        ]),
        ...(responses ?? []).map(({ user_id, status, values, inserted_at: made, updated_at: changed }) => [
          `answer of ${nameOf(user_id)}`,
          [status, values ?? null, made, changed],
        ]),
      ]),
  };
}

type Item = CallInput<"bringRecords">["body"]["items"][number];
type Reading = {
  readonly from: Pass;
  readonly names: Names;
  /** Questions that are not here: their answers are left out. */
  readonly left: ReadonlySet<string>;
  readonly vectors: readonly string[];
};

/** If the place where the last run ended is another record by now, everything is read again. */
async function* readThere({ there }: Migration, accounts: Accounts, params: OfDataset, reading: Reading) {
  const { from, names, left, vectors } = reading;
  const read = pageOf(there, params, vectors);
  const [anchor] = from.offset === 0 ? [] : (await read(from.offset - 1, null, 1)).records;
  if (from.offset > 0 && anchor?.id !== from.last) Object.assign(from, newPass(from.began));
  let lost = 0;
  function* unread() {
    for (; lost > 0; lost--) yield { unreadable: "record: it is larger than 64 MiB", id: null };
  }
  const begin = { ...from, byOffset: true };
  for await (const { record, ...place } of recordsOf(pageOf(there, params, vectors), begin, () => lost++)) {
    yield* unread();
    const sound = RecordThere.safeParse(record);
    const path = sound.error?.issues[0]?.path.join(".");
    if (sound.success) yield ready(sound.data, { accounts, names, left, ...place });
    else {
      const id = typeof record.id === "string" ? record.id : null;
      yield { unreadable: `record: it is no record of this wire (${path})`, id };
    }
  }
  // The last ones.
  yield* unread();
}

type About = Omit<Reading, "from" | "vectors"> & { readonly accounts: Accounts } & Omit<Told<unknown>, "record">;

function ready(record: RecordThere, { accounts, names, left, ...place }: About): Ready<Item> {
  const leftOut: string[] = [];
  const responses = (record.responses ?? []).flatMap(({ user_id, values, ...response }) => {
    const person = accounts.people.get(user_id ?? "");
    if (!person) leftOut.push("response: its person was deleted there");
    else if (person.id === null) leftOut.push(`response: ${person.reason}`);
    if (!person || person.id === null) return [];
    const given = Object.entries(values ?? {});
    const kept = given.filter(([question]) => !left.has(question));
    if (kept.length < given.length) leftOut.push("response: it answers a question that cannot be brought");
    return [{ ...response, user_id: person.id, values: values && Object.fromEntries(kept) }];
  });
  const suggestions = (record.suggestions ?? []).map(({ question_id, ...suggestion }) => ({
    // Servers before 1.26 tell no times of suggestions.
    ...{ inserted_at: record.inserted_at, updated_at: record.inserted_at },
    ...suggestion,
    question: names.questions.get(question_id) ?? question_id,
  }));
  const { id, fields, metadata, external_id, inserted_at, updated_at, vectors } = record;
  const item = {
    id,
    fields,
    metadata,
    external_id,
    inserted_at,
    updated_at,
    responses,
    suggestions,
    vectors: vectors ?? {},
  };
  // The server here checks the values.
  return { item: item as unknown as Item, ...place, counted: counted(record, names), leftOut };
}
