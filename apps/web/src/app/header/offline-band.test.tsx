import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { connection } from "../../lib/connection/connection.ts";
import { useTellsAhead } from "../../lib/connection/records-ahead.ts";
import { OfflineBand } from "./page-header.tsx";

afterEach(() => vi.restoreAllMocks());

function Page({ ahead }: { ahead: number | null }) {
  useTellsAhead(ahead);
  return <OfflineBand />;
}

test("ERR-16 the band says how many records one can go on with, and is read aloud once, not with every record", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  await act(async () => connection.networkChanged());
  const { rerender } = render(<Page ahead={50} />);
  expect(screen.getByText("More records on this device: 50.")).toBeDefined();
  const [aloud] = screen.getAllByRole("status");
  expect(aloud?.textContent).toBe("Offline. You can go on; your work is sent later.");
  rerender(<Page ahead={1} />);
  expect(screen.getByText("More records on this device: 1.")).toBeDefined();
  rerender(<Page ahead={0} />);
  expect(screen.getByText("More records on this device: 0.")).toBeDefined();
  rerender(<Page ahead={null} />);
  expect(screen.queryByText(/on this device/)).toBeNull();
});

test("ERR-07 the band promises to send later only where that is so", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  await act(async () => connection.networkChanged());
  const { rerender } = render(<OfflineBand />);
  expect(screen.getByText("Offline. You can go on; your work is sent later.")).toBeDefined();
  rerender(<OfflineBand instead="What you change here is not sent later." />);
  expect(screen.getByText("What you change here is not sent later.")).toBeDefined();
  expect(screen.queryByText(/your work is sent later/)).toBeNull();
});
