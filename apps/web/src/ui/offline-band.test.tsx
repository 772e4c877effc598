import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { connection } from "../lib/connection/current.ts";
import { OfflineBand } from "./offline-band.tsx";

afterEach(() => vi.restoreAllMocks());

test("ERR-07 the band promises to send later only where that is so", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  await act(async () => connection.networkChanged());
  const { rerender } = render(<OfflineBand />);
  expect(screen.getByText("Offline. You can go on; your work is sent later.")).toBeDefined();
  rerender(<OfflineBand instead="What you change here is not sent later." />);
  expect(screen.getByText("What you change here is not sent later.")).toBeDefined();
  expect(screen.queryByText(/your work is sent later/)).toBeNull();
});
