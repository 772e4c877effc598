import { act, render, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { connection } from "../../lib/connection/connection.ts";
import { AroundPage, openTab } from "../../lib/drafts/tab.fixture.tsx";
import { createServer, quiet, submission } from "../../lib/outbox/browser.fixture.ts";
import { NotSavedPill } from "./not-saved-pill.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

type Saved = Parameters<typeof NotSavedPill>[0]["saved"];

/** The pill of record `r1`, beside the outbox of its tab. */
function draw(first: Saved) {
  const server = createServer();
  const tab = openTab(server.api);
  const pill = (saved: Saved) => (
    <AroundPage tab={tab}>
      <NotSavedPill recordId="r1" saved={saved} />
    </AroundPage>
  );
  const { container, rerender } = render(pill(first));
  return { ...tab, server, container, show: (saved: Saved) => rerender(pill(saved)) };
}

test("FRS-21 an answer that waits for its dataset says so on its record", async () => {
  const { server, browser, outbox, container } = draw("saving");
  await act(quiet);
  server.failNext(503);
  act(() => outbox.want(submission("r1")));
  await act(quiet);
  expect(container.textContent).toBe("not sent yet");
  await act(() => browser.pass(1000));
  expect(server.statusOf("r1")).toBe("submitted");
  expect(container.textContent).toBe("");
});

test("FRS-14 an answer that waits for the server says so on its record; on its way, or saved, nothing is said", async () => {
  const { container, show } = draw("saving");
  expect(container.textContent).toBe("");
  const network = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  await act(async () => connection.networkChanged());
  expect(container.textContent).toBe("not sent yet");
  show("saved");
  expect(container.textContent).toBe("");
  show("saving");
  vi.stubGlobal("fetch", async () => Response.json({ version: "1" }));
  network.mockReturnValue(true);
  await act(async () => connection.networkChanged());
  await waitFor(() => expect(container.textContent).toBe(""));
});

test("FRS-14 one that was given up, or that somebody else changed first, is not saved", () => {
  const { container, show } = draw("failed");
  expect(container.textContent).toBe("not saved");
  show("changed");
  expect(container.textContent).toBe("not saved");
});
