import { Refusal } from "@postil/domain/refusal";

/** One value of `include` or `sort_by`: a list of keys, or one key with values (contract api-v1 section 8). */
export type KeyValues =
  | { readonly keys: readonly string[] }
  | { readonly key: string; readonly values: readonly string[] };

/** Throws the contract's 422 for a text that has neither form. */
export function readKeyValues(parameter: string, text: string): KeyValues {
  const [left = "", right, ...more] = text.split(":");
  const keys = left.split(",");
  const values = right?.split(",");
  const lacking = keys.includes("") || (values?.includes("") ?? false);
  if (lacking || more.length > 0 || (values && keys.length > 1)) {
    const detail = `'${parameter}' query parameter must be of the form 'key1,key2,key3' or 'key:value1,value2,value3'`;
    throw new Refusal("unprocessable", detail);
  }
  return values ? { key: left, values } : { keys };
}
