import { renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useProviders } from "../features/session/use-providers.ts";
import { fieldsQuery, metadataPropertiesQuery, questionsQuery } from "../lib/api/queries/dataset-parts.ts";
import { metadataMetricsQuery, suggestionAgentsQuery } from "../lib/api/queries/records.ts";
import { queryClient } from "../lib/api/query-client.ts";

let asked: Map<string, string | null>;
beforeEach(() => {
  asked = new Map();
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    asked.set(address, new Headers(init.headers).get("cache-control"));
    return Response.json({ items: [] });
  });
});
afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

test("API-11 API-12 FEN-11 FEN-13 FEN-18 AUT-15 fields, questions and metadata properties are asked for with a lifetime of 120 s, providers with 240 s", async () => {
  const id = "0b8b6f1e-0000-4000-8000-000000000001";
  await Promise.all([
    queryClient.fetchQuery(fieldsQuery(id)),
    queryClient.fetchQuery(questionsQuery(id)),
    queryClient.fetchQuery(metadataPropertiesQuery(id)),
  ]);
  const { result } = renderHook(() => useProviders());
  await waitFor(() => expect(result.current).toEqual([]));
  expect(Object.fromEntries(asked)).toEqual({
    [`/api/v1/datasets/${id}/fields`]: "max-age=120",
    [`/api/v1/datasets/${id}/questions`]: "max-age=120",
    [`/api/v1/me/datasets/${id}/metadata-properties`]: "max-age=120",
    "/api/v1/oauth2/providers": "max-age=240",
  });
});

test("API-11 API-12 FEN-19 FFI-15 metadata metrics and suggestion agents are asked for with a lifetime of 120 s, and stay fresh for it", async () => {
  const id = "0b8b6f1e-0000-4000-8000-000000000003";
  const property = "0b8b6f1e-0000-4000-8000-000000000004";
  const queries = [metadataMetricsQuery(id, property), suggestionAgentsQuery(id)] as const;
  for (const { staleTime } of queries) expect(staleTime).toBe(120_000);
  await queryClient.fetchQuery(queries[0]);
  await queryClient.fetchQuery(queries[1]);
  expect(Object.fromEntries(asked)).toEqual({
    [`/api/v1/metadata-properties/${property}/metrics`]: "max-age=120",
    [`/api/v1/datasets/${id}/records/search/suggestions/options`]: "max-age=120",
  });
});

test("API-11 what was read stays fresh for as long: it is not asked for again", async () => {
  const id = "0b8b6f1e-0000-4000-8000-000000000002";
  const query = fieldsQuery(id);
  expect(query.staleTime).toBe(120_000);
  await queryClient.fetchQuery(query);
  asked.clear();
  await queryClient.fetchQuery(query);
  expect(asked.size).toBe(0);
});
