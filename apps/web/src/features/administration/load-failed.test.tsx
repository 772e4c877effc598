import { act, render, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { connection } from "../../lib/connection/connection.ts";
import { LoadFailed } from "./list-parts.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("ERR-09 what could not be loaded is tried again once the connection is back, and not before", async () => {
  const retry = vi.fn<() => void>();
  render(<LoadFailed message="The people could not be loaded." onRetry={retry} />);
  const network = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  await act(async () => connection.networkChanged());
  expect(retry).not.toHaveBeenCalled();
  vi.stubGlobal("fetch", async () => Response.json({ version: "1" }));
  network.mockReturnValue(true);
  await act(async () => connection.networkChanged());
  await waitFor(() => expect(retry).toHaveBeenCalledOnce());
});
