import type { Dataset, DatasetMetadata } from "@postil/domain/datasets/dataset";
import type { Field } from "@postil/domain/datasets/field";
import type { MetadataProperty, VectorSettings } from "@postil/domain/datasets/metadata-property";
import type { Question } from "@postil/domain/datasets/question";
import { type BroughtDataset, judgeBrought, untilNow, wasBrought } from "@postil/domain/jobs/brought";
import { byName, ownOf, sameJson } from "@postil/domain/objects";
import type { Origin } from "@postil/domain/records/record";
import { Refusal } from "@postil/domain/refusal";
import type { Micros } from "@postil/domain/time";
import { noteAudit } from "../../storage/audit.ts";
import { BroughtParts, countBrought, printOf, readBrought, SETTINGS_SEQ, writeBrought } from "../../storage/brought.ts";
import {
  datasetFromRow,
  fieldFromRow,
  metadataPropertyFromRow,
  questionFromRow,
  vectorSettingsFromRow,
} from "../../storage/dataset-rows.ts";
import type { Context } from "../../storage/store.ts";
import { operatorAsCaller } from "../accounts/operator.ts";
import { refuseTaken, requireOwner } from "../refuse.ts";
import { createDataset, datasetCalls, namesOfDataset, publishDataset } from "./datasets.ts";
import { createField, createQuestion, fieldAndQuestionCalls } from "./fields-and-questions.ts";
import { loadDataset } from "./load.ts";
import { createMetadataProperty, createVectorSettings, propertyAndVectorCalls } from "./properties-and-vectors.ts";

/**
 * What `postil migrate` stores of a dataset (MIG-02, MIG-08). It is written in the name of the operator, so the history tells it
 * from what people do here.
 */
export const asBrought = (context: Context): Context => ({ ...context, caller: operatorAsCaller });

type Told = { -readonly [List in "kept" | "conflicts" | "absent" | "leftOut"]: BroughtDataset[List][number][] };
type Members = { readonly [name: string]: unknown };

/** Settings of a dataset that is brought: what was brought before, and what becomes of each. */
export class Following {
  readonly told: Told = { kept: [], conflicts: [], absent: [], leftOut: [] };
  readonly brought: BroughtParts;

  constructor(brought: BroughtParts) {
    this.brought = brought;
  }

  static async load({ db }: Context, key: number): Promise<Following> {
    const found = (await readBrought(db, key, [SETTINGS_SEQ])).get(SETTINGS_SEQ);
    return new Following(found ?? new BroughtParts(undefined));
  }

  /** Notes that settings are here as they are there. */
  note(part: string, there: Members): void {
    for (const [name, value] of Object.entries(there)) this.brought.note(`${part}: ${name}`, printOf(value));
  }

  /** Writes what has changed there and not here; `write` returns how it is now. */
  async follow(part: string, here: Members, there: Members, write: (change: Members) => Promise<Members>) {
    const change = byName<unknown>();
    for (const [name, given] of Object.entries(there)) {
      const value = given ?? null;
      const known = this.brought.of(`${part}: ${name}`);
      const present = ownOf(here, name) ?? null;
      const isTouched = known === undefined ? present !== null : known !== printOf(present);
      const isNewThere = known !== undefined && known !== printOf(value);
      const verdict = judgeBrought({ value: { value: present }, isTouched }, { value }, isNewThere);
      if (verdict === "same") this.note(part, { [name]: value });
      else if (verdict === "replace") change[name] = value;
      else this.told[verdict === "conflict" ? "conflicts" : "kept"].push(`${part}: ${name}`);
    }
    if (Object.keys(change).length === 0) return;
    await this.try(part, async () => {
      const now = await write(change);
      for (const [name, value] of Object.entries(change))
        if (sameJson(ownOf(now, name), value)) this.note(part, { [name]: value });
        else this.told.leftOut.push({ part, reason: `${name} cannot be changed here` });
    });
  }

  /** A refusal leaves the part out: it comes before anything of it is written. */
  async try(part: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.told.leftOut.push({ part, reason: error.message });
    }
  }

  store = ({ db }: Context, key: number): Promise<void> =>
    writeBrought(db, key, [{ seq: SETTINGS_SEQ, brought: this.brought }]);
}

/** `since`: when it was made there; null: unknown. */
type New<Part> = Omit<Part, "id" | "datasetId" | "insertedAt" | "updatedAt"> & { readonly since: Micros | null };
type BringDataset = Pick<Dataset, "name" | "guidelines" | "allowExtraMetadata" | "workspaceId" | "status"> &
  DatasetMetadata & {
    readonly origin: Origin;
    readonly lastActivityAt: Micros;
    readonly before: Micros | null;
    readonly fields: readonly New<Field>[];
    readonly questions: readonly New<Question>[];
    readonly properties: readonly New<MetadataProperty>[];
    readonly vectors: readonly New<VectorSettings>[];
  };

const { updateField, updateQuestion } = fieldAndQuestionCalls.writes;
const { updateMetadataProperty, updateVectorSettings } = propertyAndVectorCalls.writes;

/** A part of any kind: it goes only to the calls of its own kind. */
type AnyPart = Members & { readonly id: string; readonly name: string; readonly since: Micros | null };
type AnyCall = (context: Context, input: Members) => Promise<Members>;
type AnyRow = { readonly id: string; readonly name: string };

/** The calls and the reader of one kind, which get only parts of that kind. */
const ownCalls = (create: unknown, update: unknown, fromRow: unknown) => ({
  create: create as AnyCall,
  update: update as AnyCall,
  fromRow: fromRow as (row: AnyRow) => AnyPart,
});

/** The kinds of parts. `members`: what can change of one that is here. */
const KINDS = [
  {
    table: "field",
    list: "fields",
    ...{ noun: "field", id: "fieldId", members: ["title", "description", "settings"] },
    ...ownCalls(createField, updateField, fieldFromRow),
  },
  {
    table: "question",
    list: "questions",
    ...{ noun: "question", id: "questionId", members: ["title", "description", "settings"] },
    ...ownCalls(createQuestion, updateQuestion, questionFromRow),
  },
  {
    table: "metadata_property",
    list: "properties",
    ...{ noun: "metadata property", id: "propertyId", members: ["title", "visibleForAnnotators"] },
    ...ownCalls(createMetadataProperty, updateMetadataProperty, metadataPropertyFromRow),
  },
  {
    table: "vector_settings",
    list: "vectors",
    ...{ noun: "vector settings", id: "settingsId", members: ["title"] },
    ...ownCalls(createVectorSettings, updateVectorSettings, vectorSettingsFromRow),
  },
] as const;

const pick = (of: Members, names: readonly string[]): Members =>
  Object.fromEntries(names.map((name) => [name, of[name] ?? null]));

/** Creates a dataset with its parts. What an existing one does not have is added, and what has changed there follows. */
async function bringDataset(given: Context, input: BringDataset): Promise<BroughtDataset> {
  requireOwner(given);
  const context = asBrought(given);
  const { db } = context;
  const { status, lastActivityAt, before, ...dataset } = input;
  const origin = untilNow(input.origin, context.now());
  const datasetId = origin.id;
  const known = await db.selectFrom("dataset").select("id").where("id", "=", datasetId).executeTakeFirst();
  if (!known) await refuseDeleted(context, datasetId);
  const { name, guidelines, allowExtraMetadata, metadata, workspaceId } = dataset;
  if (!known) await createDataset(context, { name, guidelines, allowExtraMetadata, metadata, workspaceId, origin });
  const { key } = await loadDataset(context, datasetId);
  const following = await Following.load(context, key);
  const told = { name, guidelines, allowExtraMetadata, metadata };
  if (!known) following.note("dataset", told);
  else {
    const here = datasetFromRow(await loadDataset(context, datasetId));
    const update = datasetCalls.writes.updateDataset as unknown as AnyCall; // all of its members may be left out
    await following.follow("dataset", here, told, (change) => update(context, { datasetId, ...change }));
  }
  for (const kind of KINDS) await bringParts(context, following, kind, { ...dataset, datasetId, before });
  const row = await loadDataset(context, datasetId);
  if (status === "ready" && row.status === "draft")
    await following.try("publication", () => publishDataset(context, { datasetId }));
  await following.store(context, key);
  const outcome = { created: !known, records: await countBrought(db, key), ...following.told };
  if (known) return outcome;
  const last_activity_at = Math.min(lastActivityAt, context.now());
  const times = { last_activity_at, inserted_at: origin.insertedAt, updated_at: origin.updatedAt };
  await db.updateTable("dataset").set(times).where("key", "=", row.key).execute();
  await noteAudit(given, { kind: "dataset_imported", told: await namesOfDataset(context, row.key) });
  return outcome;
}

async function bringParts(
  context: Context,
  following: Following,
  { noun, table, list, id, fromRow, members, create, update }: (typeof KINDS)[number],
  input: Pick<BringDataset, "fields" | "questions" | "properties" | "vectors" | "before"> & {
    readonly datasetId: string;
  },
): Promise<void> {
  const { datasetId, before } = input;
  const ofDataset = context.db.selectFrom(table).selectAll().where("dataset_id", "=", datasetId);
  const rows: readonly AnyRow[] = await ofDataset.execute();
  const here = new Map(rows.map((row) => [row.name, fromRow(row)]));
  for (const { since, ...part } of input[list] as unknown as readonly AnyPart[]) {
    const label = `${noun} ${part.name}`;
    const found = here.get(part.name);
    const told = pick(part, members);
    if (found)
      await following.follow(label, pick(found, members), told, async (change) =>
        pick(await update(context, { [id]: found.id, ...change }), members),
      );
    else if (since === null || !wasBrought(since, before))
      await following.try(label, async () => {
        await create(context, { ...part, datasetId });
        following.note(label, told);
      });
    here.delete(part.name);
  }
  for (const name of here.keys())
    if (following.brought.of(`${noun} ${name}: title`) !== undefined) following.told.absent.push(`${noun} ${name}`);
}

/** Records keep their ids, so a dataset cannot come again while those of its deleted namesake are stored. */
async function refuseDeleted({ db }: Context, datasetId: string): Promise<void> {
  await refuseTaken(
    db.selectFrom("deleted_dataset").select("key").where("dataset_id", "=", datasetId),
    () => new Refusal("conflict", "it was deleted here and can be restored: restore it, or remove it for good first"),
  );
  await refuseTaken(
    db
      .selectFrom("job")
      .select("key")
      .where("dataset_id", "=", datasetId)
      .where("name", "=", "purge")
      .where("state", "<>", "done"),
    () => new Refusal("conflict", "it was deleted here and is still being removed: run the command again in a while"),
  );
}

export const bringDatasetCalls = { writes: { bringDataset } } as const;
