import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from "@tanstack/react-router";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, onTestFinished, test, vi } from "vitest";
import { useSpelledAddress } from "./use-spelled-address.ts";

/** The view is a number: the page. */
const SPELLING = {
  read: (query: string) => Number(new URLSearchParams(query).get("page") ?? 1),
  write: (_query: string, shown: number) => `page=${shown}`,
};

function open(...entries: readonly string[]) {
  const history = createMemoryHistory({ initialEntries: [...entries] });
  // The whole program has the type of the real router registered.
  const router = createRouter({ routeTree: createRootRoute(), history }) as never;
  const wrapper = ({ children }: { children: ReactNode }) => (
    <RouterContextProvider router={router}>{children}</RouterContextProvider>
  );
  const { result } = renderHook(() => useSpelledAddress(SPELLING), { wrapper });
  return { history, address: () => result.current };
}

const painted = () =>
  act(async () => {
    await new Promise(requestAnimationFrame);
    await new Promise((resolve) => setTimeout(resolve));
  });

test("VST-09 what opened the page keeps its step when another view follows before the paint", async () => {
  const { history, address } = open("/datasets", "/dataset?page=1");
  address().tellAfterPaint(1);
  address().tellAfterPaint(2);
  address().tellAfterPaint(3);
  expect(history.location.search).toBe("?page=2");
  await painted();
  expect(history.location.search).toBe("?page=3");
  const steps = [];
  for (let step = 0; step < 3; step++) {
    act(() => history.back());
    steps.push(history.location.href);
  }
  expect(steps).toEqual(["/dataset?page=2", "/dataset?page=1", "/datasets"]);
});

test("VST-09 Back counts for more than a view that waits for its paint", async () => {
  const { history, address } = open("/dataset?page=1", "/dataset?page=2");
  address().tellAfterPaint(2);
  address().tellAfterPaint(3);
  act(() => history.back());
  await painted();
  expect([history.location.search, address().asked]).toEqual(["?page=1", 1]);
  act(() => history.forward());
  expect(history.location.search).toBe("?page=2");
});

test("VST-09 a page that is being left writes nothing into the address of the next one", async () => {
  const { history, address } = open("/dataset?page=1");
  address().tellAfterPaint(2);
  act(() => history.push("/datasets?search=late"));
  await painted();
  address().tell(3);
  expect(history.location.href).toBe("/datasets?search=late");
});

test("RTE-33 a page that the next one never replaced goes on as it was", () => {
  const { history, address } = open("/dataset?page=1", "/dataset?page=2");
  const read = vi.spyOn(SPELLING, "read");
  onTestFinished(() => read.mockRestore());
  act(() => history.push("/datasets?search=late"));
  act(() => history.back());
  // A view that is read anew is loaded anew.
  expect(read).not.toHaveBeenCalled();
  // Another entry of the page is another view, wherever the user comes from.
  act(() => history.push("/datasets"));
  act(() => history.go(-2));
  expect(address().asked).toBe(1);
});

test("RTE-33 VST-09 the view that came while the next page was awaited has its step once the user is back", async () => {
  const { history, address } = open("/dataset?page=1");
  address().tell(1);
  act(() => history.push("/datasets"));
  address().tell(2);
  address().tell(3);
  act(() => history.back());
  await painted();
  expect([history.location.search, address().asked]).toEqual(["?page=3", 1]);
  act(() => history.back());
  expect([history.location.search, address().asked]).toEqual(["?page=1", 1]);
});

test("RTE-33 VST-09 a view that waits for its paint while the user leaves and comes back is written at this page", async () => {
  const { history, address } = open("/dataset?page=1");
  address().tell(1);
  address().tellAfterPaint(2);
  act(() => history.push("/datasets"));
  await painted();
  act(() => history.back());
  await painted();
  expect(history.location.href).toBe("/dataset?page=2");
});
