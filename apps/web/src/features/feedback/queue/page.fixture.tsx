import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { AroundPage, openTab } from "../../../lib/drafts/tab.fixture.tsx";
import { quiet } from "../../../lib/outbox/browser.fixture.ts";
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

/** Renders a hook on the page and waits until no work is running. */
export async function renderOn<Result>(page: ReturnType<typeof createPage>, useHook: () => Result) {
  const rendered = renderHook(useHook, { wrapper: page.wrapper });
  await act(quiet);
  return {
    ...rendered,
    /** Does something on the page. Work that waits for the server has not happened yet when this returns. */
    now: (work: () => unknown) =>
      act(() => {
        work();
      }),
    /** Waits until all running requests are done. */
    rest: () => act(quiet),
  };
}
