import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { act, render, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { keepBulk } from "../lib/kept-work/typed-work.ts";
import { createBrowser, createServer, quiet, submission } from "../lib/outbox/browser.fixture.ts";
import type { OutboxService } from "../lib/outbox/outbox-service.ts";
import { OutboxContext } from "../lib/outbox/use-outbox.ts";
import { getToasts } from "../lib/toasts/store.ts";
import { bulkSaving } from "../workbench/saving/bulk-saving.ts";
import { FailureToasts } from "./everywhere.tsx";

const open = () => getToasts().filter(({ phase }) => phase !== "closing");

/** The root of every page, with this outbox. */
const rootOver = (outbox: OutboxService) =>
  createRootRoute({
    component: () => (
      <OutboxContext value={outbox}>
        <FailureToasts />
        <Outlet />
      </OutboxContext>
    ),
    notFoundComponent: () => null,
  });

/** A page that shows nothing. */
function emptyPage() {
  const outbox = createBrowser(createServer().api).openTab();
  const router = createRouter({ routeTree: rootOver(outbox), history: createMemoryHistory() });
  // The application's router is registered with other routes than this one.
  return <RouterProvider router={router as never} />;
}

test("FRS-14 on every page an answer that is given up is told of; its toast leads to the record, and goes with a retry and with the session", async () => {
  const server = createServer();
  const outbox = createBrowser(server.api).openTab();
  const root = rootOver(outbox);
  const settings = createRoute({ getParentRoute: () => root, path: "/user-settings", component: () => "my settings" });
  const annotation = createRoute({
    getParentRoute: () => root,
    path: "/dataset/{-$id}/annotation-mode",
    component: () => "the record",
  });
  const router = createRouter({
    routeTree: root.addChildren([settings, annotation]),
    history: createMemoryHistory({ initialEntries: ["/user-settings"] }),
  });
  // As above.
  const { unmount } = render(<RouterProvider router={router as never} />);
  await screen.findByText("my settings");
  server.failNext(422);
  act(() => outbox.want({ ...submission("r1"), position: 6 }));
  await act(quiet);
  const [toast] = open();
  expect(toast).toMatchObject({ message: "Could not save record 6", permanent: true });
  act(() => toast?.actions[1]?.run());
  await screen.findByText("the record");
  expect(router.state.location.href).toBe("/dataset/d1/annotation-mode?record=r1");
  act(() => outbox.retry("r1"));
  await act(quiet);
  expect(server.statusOf("r1")).toBe("submitted");
  expect(open()).toEqual([]);

  server.failNext(422);
  act(() => outbox.want(submission("r2")));
  await act(quiet);
  expect(open()).toHaveLength(1);
  // As when the session ends.
  unmount();
  expect(open()).toEqual([]);
});

test("AUT-11 ERR-11 the header is told, in every view, of a bulk form of the dataset that is kept, until it is written", async () => {
  const form = {
    answers: { stars: { value: 3, untouched: [] } },
    chosen: ["r1"],
    allMatches: false,
    page: "",
    address: "",
  };
  keepBulk("u1", "d1", form);
  keepBulk("u2", "d2", form);
  const { unmount } = render(emptyPage());
  await waitFor(() => expect(bulkSaving.kept("d1")).toBe("Bulk form saved on this device only"));
  expect(bulkSaving.kept("d2")).toBeNull();
  keepBulk("u1", "d1", null);
  expect(bulkSaving.kept("d1")).toBeNull();
  keepBulk("u1", "d1", form);
  expect(bulkSaving.kept("d1")).not.toBeNull();
  // As when the session ends.
  unmount();
  expect(bulkSaving.kept("d1")).toBeNull();
});
