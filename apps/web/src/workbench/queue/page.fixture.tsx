import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { followOutbox } from "../../lib/drafts/current.ts";
import { createDraftService } from "../../lib/drafts/draft-service.ts";
import { journalOf } from "../../lib/drafts/journal.ts";
import { DraftsContext } from "../../lib/drafts/use-drafts.ts";
import { createBrowser, createKept, NO_TABS, quiet } from "../../lib/outbox/testing.ts";
import { OutboxContext } from "../../lib/outbox/use-outbox.ts";
import { createDatasetServer } from "./testing.ts";

/** A browser page on the dataset `d1` of `count` records, with everything around the annotation page. */
export function createPage(count: number) {
  const server = createDatasetServer(count);
  const browser = createBrowser(server.api);
  const outbox = browser.openTab();
  const drafts = createDraftService({
    userId: "u1",
    kept: createKept(),
    journal: journalOf("u1"),
    tabs: NO_TABS,
    now: browser.now,
    after: () => {},
  });
  followOutbox(drafts, outbox);
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <OutboxContext value={outbox}>
        <DraftsContext value={drafts}>{children}</DraftsContext>
      </OutboxContext>
    </QueryClientProvider>
  );
  return { server, browser, outbox, drafts, wrapper };
}

/** Renders a hook on the page and lets everything come to rest. */
export async function renderOn<Result>(page: ReturnType<typeof createPage>, useHook: () => Result) {
  const rendered = renderHook(useHook, { wrapper: page.wrapper });
  await act(quiet);
  return {
    ...rendered,
    /** Something happens on the page; nothing that waits for the server has happened when this returns. */
    now: (work: () => unknown) =>
      act(() => {
        work();
      }),
    /** Everything that is under way arrives. */
    rest: () => act(quiet),
  };
}
