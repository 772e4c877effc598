import type { MetadataProperty } from "@postil/domain/datasets/metadata-property";
import { Refusal } from "@postil/domain/refusal";
import type { MetadataParameter } from "@postil/domain/search/records-query";
import type { Filter } from "@postil/domain/search/search-query";
import { exactlyIn, parseWithForm } from "@postil/domain/text/json-numbers";
import { compareExactly, type ExactNumber } from "@postil/domain/text/whole-numbers";

type RangeFilter = Extract<Filter, { type: "range" }>;

/**
 * The `metadata` parameters of a list as filters (contract search-semantics 2.4): terms `a,b` for a property of terms,
 * bounds `{"ge":1,"le":5}` for numbers. A name the dataset does not have is passed over.
 */
export function metadataFilters(
  properties: readonly MetadataProperty[],
  parameters: readonly MetadataParameter[],
): Filter[] {
  return parameters.flatMap(({ name, expression }) => {
    const property = properties.find((candidate) => candidate.name === name);
    if (!property) return [];
    const scope = { entity: "metadata", property: name } as const;
    return property.settings.type === "terms"
      ? { type: "terms", scope, values: expression.split(",") }
      : { type: "range", scope, ...readBounds(name, expression) };
  });
}

function refusal(name: string, reason: string): Refusal {
  return new Refusal("unprocessable", `Cannot parse provided metadata filters: '${name}' ${reason}`);
}

function readBounds(name: string, expression: string): Pick<RangeFilter, "ge" | "le"> {
  const given = readJson(name, expression);
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw refusal(name, `wants an object with 'ge' and 'le', found ${expression}`);
  }
  const ge = readBound(name, "ge", given);
  const le = readBound(name, "le", given);
  if (ge === null && le === null) throw refusal(name, "wants at least one of 'ge' and 'le'");
  if (ge !== null && le !== null && compareExactly(ge, le) > 0)
    throw refusal(name, `wants 'ge' (${ge}) to be at most 'le' (${le})`);
  return { ge, le };
}

function readJson(name: string, expression: string): unknown {
  try {
    return parseWithForm(expression);
  } catch {
    throw refusal(name, `wants JSON like {"ge":1,"le":5}, found ${expression}`);
  }
}

function readBound(name: string, bound: "ge" | "le", given: object): ExactNumber | null {
  const value: unknown = Object.hasOwn(given, bound) ? given[bound as keyof typeof given] : null;
  if (value === null) return null;
  const number = exactlyIn(value);
  if (Number.isFinite(Number(number))) return number;
  throw refusal(name, `wants a number for '${bound}', found ${JSON.stringify(value)}`);
}
