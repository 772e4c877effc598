import { act, render, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { connection } from "../../lib/connection/connection.ts";
import { NotSavedPill } from "./not-saved-pill.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("FRS-14 an answer that waits for the server says so on its record; on its way, or saved, nothing is said", async () => {
  const { container, rerender } = render(<NotSavedPill saved="saving" />);
  expect(container.textContent).toBe("");
  const network = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  await act(async () => connection.networkChanged());
  expect(container.textContent).toBe("not sent yet");
  rerender(<NotSavedPill saved="saved" />);
  expect(container.textContent).toBe("");
  rerender(<NotSavedPill saved="saving" />);
  vi.stubGlobal("fetch", async () => Response.json({ version: "1" }));
  network.mockReturnValue(true);
  await act(async () => connection.networkChanged());
  await waitFor(() => expect(container.textContent).toBe(""));
});

test("FRS-14 one that was given up, or that somebody else changed first, is not saved", () => {
  const { container, rerender } = render(<NotSavedPill saved="failed" />);
  expect(container.textContent).toBe("not saved");
  rerender(<NotSavedPill saved="changed" />);
  expect(container.textContent).toBe("not saved");
});
