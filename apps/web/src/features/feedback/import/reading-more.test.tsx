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

const lastWish = () => asked.findLast(({ call }) => call === `POST ${OWN}/understand`)?.body;
const turnOn = async (label: string) => fireEvent.click(await screen.findByRole("switch", { name: label }));
const withSamples = (samples: { readonly [column: string]: string }) => {
  const found = understood();
  return { body: { ...found, columns: found.columns.map((one) => ({ ...one, sample: [samples[one.name] ?? "x"] })) } };
};

test("IMP-15 the sheet, and the columns of tokens and tags, are chosen", async () => {
  replies[`POST ${OWN}/understand`] = asFound({
    ...{ sheet: "May", sheets: ["May", "June", "July"] },
    sheet_rows: [{ count: 1, is_exact: true }, { count: 1200, is_exact: false }, null],
    ...{ token_column: "TOKEN", tag_column: "NE-COARSE", token_columns: ["TOKEN", "NE-COARSE", "NE-FINE"] },
  });
  show();
  await open();
  expect(await screen.findByText("May, 1 filled row (guessed)")).toBeDefined();
  await pick("Sheet", "June, about 1,200 filled rows");
  await waitFor(() => expect(lastReading()).toEqual({ sheet: "June" }));
  await pick("Tags in column", "NE-FINE");
  await waitFor(() => expect(lastReading()).toEqual({ sheet: "June", tag_column: "NE-FINE" }));
});

test("IMP-14 IMP-16 columns of objects and marked texts are taken apart where the person says so", async () => {
  replies[`POST ${OWN}/understand`] = withSamples({ channel: '{"name":"app"}', message: "[Rome](LOC) fell" });
  show();
  await open();
  await turnOn("Members of channel are columns");
  await waitFor(() => expect(lastReading()).toEqual({ members: ["channel"] }));
  await turnOn("[Rome](LOC) and <LOC>Rome</LOC> in message are spans");
  await waitFor(() => expect(lastReading()).toEqual({ members: ["channel"], marks: "message" }));
  await turnOn("Members of channel are columns");
  await waitFor(() => expect(lastReading()).toEqual({ marks: "message" }));
});

test("IMP-15 IMP-17 which value means rejected, and that rows with the same id are one record", async () => {
  show();
  await open();
  await pick("Whether an answer holds", "channel");
  await pick("transfer means", "rejected: no answer");
  await waitFor(() => expect(lastWish()).toMatchObject({ decisions: { column: "channel", rejected: ["transfer"] } }));
  await turnOn("Rows with the same id are one record");
  await waitFor(() => expect(lastWish()).toMatchObject({ merge: true }));
});

test("IMP-15 whole numbers as labels get names", async () => {
  const found = understood();
  const numbers = [0, 1].map((value) => ({ value: String(value), text: String(value), count: 1 }));
  const questions = found.dataset?.questions.map((one) => ({ ...one, options: numbers })) ?? [];
  replies[`POST ${OWN}/understand`] = { body: { ...found, dataset: found.dataset && { ...found.dataset, questions } } };
  show();
  fireEvent.click(await screen.findByRole("button", { name: /^intent\s*single label/ }));
  fireEvent.change(await screen.findByLabelText("Names of the values"), { target: { value: "0: no\n1: yes\nodd" } });
  await waitFor(() =>
    expect(lastWish()).toMatchObject({
      questions: [
        {
          names: [
            { value: "0", name: "no" },
            { value: "1", name: "yes" },
          ],
        },
      ],
    }),
  );
});
