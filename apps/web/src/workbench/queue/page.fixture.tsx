import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { AroundPage, openTab } from "../../lib/drafts/tab.fixture.tsx";
import { quiet } from "../../lib/outbox/testing.ts";
import { createDatasetServer } from "./testing.ts";

/** A browser page on the dataset `d1` of `count` records, with everything around the annotation page. */
export function createPage(count: number) {
  const server = createDatasetServer(count);
  const tab = openTab(server.api);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <AroundPage tab={tab} staleTime={Number.POSITIVE_INFINITY}>
      {children}
    </AroundPage>
  );
  return { server, ...tab, wrapper };
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
