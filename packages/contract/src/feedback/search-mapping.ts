import type { Filter, FilteredScope, Scope, SearchQuery } from "@postil/domain/search/record-criteria";

/**
 * Writes a query as the body of a search (FFI-01 to FFI-11). `search.ts` reads it. `maxResults` repeats the `limit` of
 * the call: some servers of this API use one, some the other (FFI-02, FFI-14).
 */
export function searchToWire({ text, vector, filters, sort }: SearchQuery, maxResults: number) {
  return {
    ...((text !== null || vector !== null) && {
      query: {
        ...(text !== null && { text: text.field === null ? { q: text.q } : { q: text.q, field: text.field } }),
        ...(vector !== null && { vector: vectorToWire(vector, maxResults) }),
      },
    }),
    ...(filters.length > 0 && { filters: { and: filters.map(filterToWire) } }),
    ...(sort.length > 0 && { sort: sort.map(({ scope, order }) => ({ scope: scopeToWire(scope), order })) }),
  };
}

function vectorToWire({ name, order, like }: NonNullable<SearchQuery["vector"]>, maxResults: number) {
  const asked = { name, order, max_results: maxResults };
  return "recordId" in like ? { ...asked, record_id: like.recordId } : { ...asked, value: [...like.value] };
}

function filterToWire(filter: Filter) {
  const scope = filteredScopeToWire(filter.scope);
  if (filter.type === "terms") return { type: filter.type, scope, values: [...filter.values] };
  const { ge, le } = filter;
  return { type: filter.type, scope, ...(ge !== null && { ge }), ...(le !== null && { le }) };
}

const filteredScopeToWire = (scope: FilteredScope) =>
  scope.entity === "record" || scope.entity === "suggestion" ? scope : scopeToWire(scope);

function scopeToWire(scope: Scope) {
  switch (scope.entity) {
    case "record":
    case "suggestion":
      return scope;
    case "response":
      return {
        entity: scope.entity,
        ...(scope.question !== null && { question: scope.question }),
        ...(scope.property !== null && { property: scope.property }),
      };
    case "metadata":
      return { entity: scope.entity, metadata_property: scope.property };
  }
}
