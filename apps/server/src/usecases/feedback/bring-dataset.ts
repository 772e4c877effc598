import type { Dataset, DatasetMetadata } from "@postil/domain/datasets/dataset";
import type { Field } from "@postil/domain/datasets/field";
import type { MetadataProperty, VectorSettings } from "@postil/domain/datasets/metadata-property";
import { changeableOf, type Question } from "@postil/domain/datasets/question";
import { type BroughtDataset, judgeBrought, untilNow, wasBrought } from "@postil/domain/jobs/brought";
import { sameJson } from "@postil/domain/objects";
import type { Origin } from "@postil/domain/records/record";
import { Refusal } from "@postil/domain/refusal";
import type { Micros } from "@postil/domain/time";
import { noteAudit } from "../../storage/audit.ts";
import { BroughtParts, countBrought, printOf, readBrought, SETTINGS_SEQ, writeBrought } from "../../storage/brought.ts";
import { datasetFromRow } from "../../storage/dataset-rows.ts";
import { rowsOf } from "../../storage/statements.ts";
import type { Context } from "../../storage/store.ts";
import { operatorAsCaller } from "../accounts/operator.ts";
import { refuseTaken, requireOwner } from "../refuse.ts";
import { createDataset, datasetCalls, namesOfDataset, publishDataset } from "./datasets.ts";
import { createField, createQuestion, fieldAndQuestionCalls, fields, questions } from "./fields-and-questions.ts";
import { loadDataset } from "./load.ts";
import {
  createMetadataProperty,
  createVectorSettings,
  properties,
  propertyAndVectorCalls,
  vectorSettings,
} from "./properties-and-vectors.ts";

/**
 * What `postil migrate` stores of a dataset (MIG-02, MIG-08). It is written in the name of the operator, so the history tells it
 * from what people do here.
 */
export const asBrought = (context: Context): Context => ({ ...context, caller: operatorAsCaller });

type Told = { -readonly [List in "kept" | "conflicts" | "absent" | "leftOut"]: BroughtDataset[List][number][] };

/** Null: it has no such member. */
const memberOf = (of: object, name: string): unknown => Object.getOwnPropertyDescriptor(of, name)?.value ?? null;

/** The members of these names. */
function only<T extends object>(given: T, names: ReadonlySet<string>): Partial<T> {
  const some: Partial<T> = { ...given };
  for (const name in some) if (!names.has(name)) delete some[name];
  return some;
}

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
  note(part: string, there: object): void {
    for (const [name, value] of Object.entries(there)) this.brought.note(`${part}: ${name}`, printOf(value));
  }

  /** Writes what has changed there and not here; `write` returns how it is now. */
  async follow<T extends object>(part: string, here: object, there: T, write: (change: Partial<T>) => Promise<object>) {
    const changed = new Set<string>();
    for (const [name, given] of Object.entries(there)) {
      const value: unknown = given ?? null;
      const known = this.brought.of(`${part}: ${name}`);
      const present = memberOf(here, name);
      const isTouched = known === undefined ? present !== null : known !== printOf(present);
      const isNewThere = known !== undefined && known !== printOf(value);
      const verdict = judgeBrought({ value: { value: present }, isTouched }, { value }, isNewThere);
      if (verdict === "same") this.note(part, { [name]: value });
      else if (verdict === "replace") changed.add(name);
      else this.told[verdict === "conflict" ? "conflicts" : "kept"].push(`${part}: ${name}`);
    }
    if (changed.size === 0) return;
    await this.try(part, async () => {
      const now = await write(only(there, changed));
      for (const name of changed) {
        const value = memberOf(there, name);
        if (sameJson(memberOf(now, name), value)) this.note(part, { [name]: value });
        else this.told.leftOut.push({ part, reason: `${name} cannot be changed here` });
      }
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
const { updateDataset } = datasetCalls.writes;
const { updateMetadataProperty, updateVectorSettings } = propertyAndVectorCalls.writes;

type Named = { readonly id: string; readonly name: string };

/** One kind of parts. `told`: what can change of one that is here. */
type Kind<Given extends Told, Told extends object> = {
  readonly noun: string;
  readonly list: (context: Context, datasetId: string) => Promise<readonly (Told & Named)[]>;
  readonly told: (part: Told) => Told;
  readonly create: (context: Context, input: Omit<Given, "since"> & { readonly datasetId: string }) => Promise<unknown>;
  readonly update: (context: Context, id: string, change: Partial<Told>) => Promise<Told>;
};

const FIELDS: Kind<New<Field>, Pick<Field, "title" | "description" | "settings">> = {
  noun: "field",
  list: fields.list,
  told: ({ title, description, settings }) => ({ title, description, settings }),
  create: createField,
  update: (context, fieldId, { title, description, settings }) =>
    updateField(context, { fieldId, title, description, settings }),
};

const QUESTIONS: Kind<New<Question>, Pick<Question, "title" | "description" | "settings">> = {
  noun: "question",
  list: questions.list,
  told: ({ title, description, settings }) => ({ title, description, settings }),
  create: createQuestion,
  update: (context, questionId, { title, description, settings: given }) => {
    const settings = given && { type: given.type, ...changeableOf(given) };
    return updateQuestion(context, { questionId, title, description, settings });
  },
};

const PROPERTIES: Kind<New<MetadataProperty>, Pick<MetadataProperty, "title" | "visibleForAnnotators">> = {
  noun: "metadata property",
  list: properties.list,
  told: ({ title, visibleForAnnotators }) => ({ title, visibleForAnnotators }),
  create: createMetadataProperty,
  update: (context, propertyId, { title, visibleForAnnotators }) =>
    updateMetadataProperty(context, { propertyId, title, visibleForAnnotators }),
};

const VECTORS: Kind<New<VectorSettings>, Pick<VectorSettings, "title">> = {
  noun: "vector settings",
  list: vectorSettings.list,
  told: ({ title }) => ({ title }),
  create: createVectorSettings,
  update: (context, settingsId, { title }) => updateVectorSettings(context, { settingsId, title }),
};

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
    await following.follow("dataset", here, told, (change) => {
      const { name, guidelines, allowExtraMetadata, metadata } = change;
      return updateDataset(context, { datasetId, name, guidelines, allowExtraMetadata, metadata });
    });
  }
  const at = { datasetId, before };
  await bringParts(context, following, FIELDS, input.fields, at);
  await bringParts(context, following, QUESTIONS, input.questions, at);
  await bringParts(context, following, PROPERTIES, input.properties, at);
  await bringParts(context, following, VECTORS, input.vectors, at);
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

async function bringParts<
  Given extends Told & { readonly name: string; readonly since: Micros | null },
  Told extends object,
>(
  context: Context,
  following: Following,
  kind: Kind<Given, Told>,
  parts: readonly Given[],
  { datasetId, before }: { readonly datasetId: string; readonly before: Micros | null },
): Promise<void> {
  const { noun, told } = kind;
  const here = new Map((await kind.list(context, datasetId)).map((part) => [part.name, part]));
  for (const given of parts) {
    const { since, ...part } = given;
    const { name } = given;
    const label = `${noun} ${name}`;
    const found = here.get(name);
    if (found)
      await following.follow(label, told(found), told(given), async (change) =>
        told(await kind.update(context, found.id, change)),
      );
    else if (since === null || !wasBrought(since, before))
      await following.try(label, async () => {
        await kind.create(context, { ...part, datasetId });
        following.note(label, told(given));
      });
    here.delete(name);
  }
  for (const name of here.keys())
    if (following.brought.of(`${noun} ${name}: title`) !== undefined) following.told.absent.push(`${noun} ${name}`);
}

/** Records keep their ids, so a dataset cannot come again while those of its deleted namesake are stored. */
async function refuseDeleted(context: Context, datasetId: string): Promise<void> {
  const { db } = context;
  const parts = ["dataset", datasetId];
  await refuseTaken(
    context,
    parts,
    db.selectFrom("deleted_dataset").select("key").where("dataset_id", "=", datasetId),
    () => new Refusal("conflict", "it was deleted here and can be restored: restore it, or remove it for good first"),
  );
  await refuseTaken(
    context,
    parts,
    rowsOf(db, "job", { dataset_id: datasetId, name: "purge" }).select("key").where("state", "<>", "done"),
    () => new Refusal("conflict", "it was deleted here and is still being removed: run the command again in a while"),
  );
}

export const bringDatasetCalls = { writes: { bringDataset } } as const;
