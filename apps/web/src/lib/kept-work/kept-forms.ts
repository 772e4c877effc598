import { asObject, type JsonObject } from "@postil/domain/json-object";
import { keptForDatasets } from "./kept-for-datasets.ts";
import { FORMS } from "./kept-values.ts";

/** The layout of what is kept; what is of another one is left where it is. */
const VERSION = 1;

const forms = keptForDatasets(FORMS);

/** The datasets into whose settings somebody has typed something that is kept. */
export const datasetsWithKeptForms = forms.datasets;

/** What somebody has typed into the settings of a dataset and not saved; null: nothing. */
export function keptForms(userId: string, datasetId: string): JsonObject | null {
  const kept = asObject(forms.read(userId, datasetId));
  return kept?.version === VERSION ? asObject(kept.forms) : null;
}

/** Null: nothing of it is left to lose. */
export function keepForms(userId: string, datasetId: string, typed: object | null): void {
  forms.keep(userId, datasetId, typed && { version: VERSION, forms: typed });
}

/** What was typed, for people: the texts in each form that were not there before, else all of them; of a form that was emptied, "". */
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
