import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import "../../lib/i18n/en/user-settings.ts";
import { hasUnsaved } from "../../lib/unsaved.ts";
import { MyData } from "./my-data.tsx";

const saved: string[] = [];
vi.mock("../../lib/save-file.ts", () => ({ saveFile: (name: string) => saved.push(name) }));
afterEach(() => vi.unstubAllGlobals());

const button = () => screen.getByRole<HTMLButtonElement>("button", { name: "Download my data" });

test("OPD-07 the download of one's data is said while it runs and when it is there; the browser asks before leaving", async () => {
  const answer = Promise.withResolvers<Response>();
  vi.stubGlobal("fetch", () => answer.promise);
  render(<MyData username="mara.lind" />);
  fireEvent.click(button());
  expect(await screen.findByText("Collecting. Large data takes a while.")).toBeDefined();
  expect([button().disabled, hasUnsaved()]).toEqual([true, true]);
  answer.resolve(new Response("zip"));
  expect(await screen.findByText("Downloaded.")).toBeDefined();
  expect([button().disabled, hasUnsaved(), saved]).toEqual([false, false, ["mara.lind-data.zip"]]);
});

test("OPD-07 a download that failed is said beside the button, which can be pressed again", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
  render(<MyData username="mara.lind" />);
  fireEvent.click(button());
  expect((await screen.findByRole("alert")).textContent).not.toBe("");
  expect([button().disabled, hasUnsaved()]).toEqual([false, false]);
});
