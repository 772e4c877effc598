import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../lib/api/api.ts";
import { ApiFailure } from "../lib/api/failure.ts";
import { openSession } from "../lib/session/store.ts";
import { clearToasts, notify } from "../lib/toasts/store.ts";
import { ToastHost } from "../ui/toasts.tsx";

/** A failed request as the page shows it: the client and the toasts together. */

let answer: () => Response;
beforeEach(() => {
  vi.stubGlobal("fetch", async () => answer());
  openSession("token");
  render(<ToastHost />);
});
afterEach(() => {
  cleanup();
  clearToasts();
  vi.unstubAllGlobals();
});

const fail = (status: number, detail: string) => {
  answer = () => Response.json({ detail }, { status });
  return api.call("getUser", { params: { user_id: "u1" } });
};

test("API-15 a failed request takes earlier notifications away, is shown, and is thrown on to who asked", async () => {
  notify({ message: "Saved" });
  await screen.findByText("Saved");
  await expect(fail(500, "broken")).rejects.toBeInstanceOf(ApiFailure);
  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("broken"));
  await waitFor(() => expect(screen.queryByText("Saved")).toBeNull());
});

test.each([
  [404, "status", "Warning:"],
  [403, "alert", "Error:"],
  [500, "alert", "Error:"],
])("API-25 a %i is shown with role %s and %s, its words as text and not as HTML", async (status, role, kind) => {
  const words = '<b id="made">bold</b>';
  await expect(fail(status, words)).rejects.toBeInstanceOf(ApiFailure);
  const toast = await screen.findByRole(role);
  await waitFor(() => expect(toast.textContent).toContain(words));
  expect(toast.textContent).toContain(kind);
  expect(document.getElementById("made")).toBeNull();
});
