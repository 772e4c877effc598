import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { CommandsProvider } from "../commands/commands-provider.tsx";
import { createBrowser, createKept, NO_TABS } from "../outbox/browser.fixture.ts";
import type { ResponsesApi } from "../outbox/ports.ts";
import { OutboxContext } from "../outbox/use-outbox.ts";
import { journalOf } from "./draft.ts";
import { createDraftService } from "./draft-service.ts";
import { DraftsContext, followOutbox } from "./use-drafts.ts";

/** A labeling tab of a browser in memory: an outbox that sends to this server, and drafts that follow it. */
export function openTab(api: ResponsesApi) {
  const browser = createBrowser(api);
  const outbox = browser.openTab();
  const drafts = createDraftService({
    userId: outbox.userId,
    kept: createKept(),
    journal: journalOf(outbox.userId),
    tabs: NO_TABS,
    now: browser.now,
    after: () => undefined,
  });
  followOutbox(drafts, outbox);
  return { browser, outbox, drafts };
}

type AroundProps = {
  tab: Pick<ReturnType<typeof openTab>, "outbox" | "drafts">;
  /** The time for which read data counts as fresh, in ms. */
  staleTime?: number;
  children: ReactNode;
};

/** The providers around a page in such a tab. A failed read is not retried. */
export function AroundPage({ tab, staleTime = 0, children }: AroundProps) {
  const [client] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false, staleTime } } }));
  return (
    <QueryClientProvider client={client}>
      <CommandsProvider>
        <OutboxContext value={tab.outbox}>
          <DraftsContext value={tab.drafts}>{children}</DraftsContext>
        </OutboxContext>
      </CommandsProvider>
    </QueryClientProvider>
  );
}
