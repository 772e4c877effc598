import { asObject, type JsonObject } from "@postil/domain/json-object";
import { keptForDatasets } from "./kept-for-datasets.ts";
import { FORMS } from "./kept-values.ts";

/** The layout of the stored forms. Forms of another layout are ignored and stay in storage. */
const VERSION = 1;

const forms = keptForDatasets(FORMS);

/** The datasets with stored settings forms of the user. */
export const datasetsWithKeptForms = forms.datasets;

/** The text that the user typed into a dataset's settings and has not saved. Null when there is none. */
export function keptForms(userId: string, datasetId: string): JsonObject | null {
  const kept = asObject(forms.read(userId, datasetId));
  return kept?.version === VERSION ? asObject(kept.forms) : null;
}

/** Null removes the stored forms. */
export function keepForms(userId: string, datasetId: string, typed: object | null): void {
  forms.keep(userId, datasetId, typed && { version: VERSION, forms: typed });
}

/**
 * The typed texts, for users: per form the texts that differ from before, or all of them if none differs. An emptied form
 * gives "".
 */
export const textsOf = (typed: object): string[] =>
  Object.values(typed).flatMap((one) => {
    const { form, base } = asObject(one) ?? {};
    const texts = leaves(form ?? one);
    const before = new Set(leaves(base));
    const changed = texts.filter((text) => !before.has(text));
    return texts.length === 0 && form === undefined ? [] : [(changed.length > 0 ? changed : texts).join(" · ")];
  });

function leaves(value: unknown): string[] {
  if (typeof value === "string") return value.trim() === "" ? [] : [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(leaves) : [];
}
