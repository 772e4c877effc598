import { asObject, type JsonObject } from "@postil/domain/json-object";
import { endsOfKeys } from "./in-local-storage.ts";
import { FORMS } from "./kept-values.ts";

/** The layout of what is kept; what is of another one is left where it is. */
const VERSION = 1;

/** Begins like those of other work, which "Forget my work on this device" removes by it (design/device.md#work). */
const prefixOf = (userId: string) => `postil:${FORMS}:${userId}:`;
const keyOf = (userId: string, datasetId: string) => prefixOf(userId) + datasetId;

/**
 * What somebody had typed into the settings of a dataset when the page went although they had not left it; null: nothing, or the
 * browser denies its storage.
 */
export function keptForms(userId: string, datasetId: string): JsonObject | null {
  try {
    const kept = asObject(JSON.parse(localStorage.getItem(keyOf(userId, datasetId)) ?? "null"));
    return kept?.version === VERSION ? asObject(kept.forms) : null;
  } catch (error) {
    console.warn("What was typed into the settings is not readable", error);
    return null;
  }
}

/** The datasets into whose settings somebody had typed something that is kept. */
export function datasetsWithKeptForms(userId: string): readonly string[] {
  try {
    return endsOfKeys(prefixOf(userId));
  } catch (error) {
    console.warn("What was typed into settings is not readable", error);
    return [];
  }
}

/** Null: nothing of it is left to lose. */
export function keepForms(userId: string, datasetId: string, forms: object | null): void {
  try {
    if (forms === null) localStorage.removeItem(keyOf(userId, datasetId));
    else localStorage.setItem(keyOf(userId, datasetId), JSON.stringify({ version: VERSION, forms }));
  } catch (error) {
    console.warn("What was typed into the settings could not be kept", error);
  }
}

/** What was typed, for people: the texts in each form, and not what the form was made from. */
export function textsOf(forms: object): string[] {
  const all = Object.values(forms).map((one) => leaves(asObject(one)?.form ?? one).join(" · "));
  return all.filter((text) => text !== "");
}

function leaves(value: unknown): string[] {
  if (typeof value === "string") return value.trim() === "" ? [] : [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(leaves) : [];
}
