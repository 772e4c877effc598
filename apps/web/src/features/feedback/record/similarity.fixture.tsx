import type { VectorSettings } from "@postil/domain/datasets/metadata-property";
import type { Similarity } from "@postil/domain/search/record-criteria";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { vi } from "vitest";
import { CommandsProvider } from "../../../lib/commands/commands-provider.tsx";

const times = { insertedAt: 1, updatedAt: 1 };
export const aVector = (name: string): VectorSettings => ({
  ...{ id: `vector-${name}`, name, title: "", dimensions: 2, datasetId: "d", ...times },
});

export const aSimilarity = (more: Partial<Similarity> = {}): Similarity => ({
  ...{ recordId: "r1", vector: "meaning", order: "most", limit: 50 },
  ...more,
});

/** The providers around the page's parts: commands and a cache of responses. */
export function Around({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <CommandsProvider>{children}</CommandsProvider>
    </QueryClientProvider>
  );
}

type Answer = { readonly status?: number; readonly body: unknown };

/** Simulates a server that answers by path. Returns its calls as path and query. */
export function stubServer(answer: (path: string, url: URL) => Answer): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (address: string) => {
    const url = new URL(address, "http://postil.test");
    asked.push(url.pathname + url.search);
    const { status = 200, body } = answer(url.pathname, url);
    return Response.json(body, { status });
  });
  return asked;
}

/** The response with the vector names of records. The server does not know a record that is not listed. */
export const vectorsReply = (url: URL, names: { readonly [recordId: string]: readonly string[] }) => ({
  items: url.searchParams
    .getAll("record_id")
    .flatMap((id) => (names[id] === undefined ? [] : [{ record_id: id, vectors: names[id] }])),
});
