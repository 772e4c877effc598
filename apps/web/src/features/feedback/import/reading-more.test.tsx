import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { asked, OWN, replies, show } from "./import-page.fixture.tsx";
import { understood } from "./understood.fixture.ts";

/** What only some files leave open, in the form of how the file is read. */

const asFound = (reading: object) => ({ body: understood({ reading: { ...understood().reading, ...reading } }) });
const lastReading = () => {
  const body = asked.findLast(({ call }) => call === `POST ${OWN}/understand`)?.body;
  return typeof body === "object" && body !== null && "reading" in body ? body.reading : null;
};
const open = async () => fireEvent.click(await screen.findByRole("button", { name: "How the file is read" }));
const pick = async (label: string, option: string) => {
  fireEvent.click(await screen.findByRole("button", { name: new RegExp(`^${label}: `) }));
  fireEvent.click(await screen.findByRole("menuitemradio", { name: option }));
};

test("IMP-12 the tool whose export was recognized is shown, and taken back", async () => {
  replies[`POST ${OWN}/understand`] = asFound({ shape: "prodigy" });
  show();
  await open();
  expect(await screen.findByText("Prodigy (guessed)")).toBeDefined();
  await pick("Export of", "No tool: the columns as they are");
  await waitFor(() => expect(lastReading()).toEqual({ shape: "plain" }));
});

test("IMP-12 of a file that is no export there is nothing to say about tools", async () => {
  show();
  await open();
  expect(await screen.findByText("Encoding")).toBeDefined();
  expect(screen.queryByText("Export of")).toBeNull();
});
