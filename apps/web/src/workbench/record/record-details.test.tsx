import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { aProperty, aRecord } from "./record.fixture.ts";
import RecordDetails from "./record-details.tsx";

test("CON-08 the details offer id, external id, dates and each metadata value, each with its own copy control", async () => {
  const writeText = vi.fn(async () => undefined);
  vi.stubGlobal("navigator", { ...navigator, clipboard: { writeText } });
  const record = aRecord({ externalId: "mail-17", metadata: { source: "letters", words: 181 } });
  render(<RecordDetails record={record} properties={[aProperty("source", "Source")]} onClose={() => undefined} />);
  for (const name of ["ID", "External ID", "Added", "Changed", "Source", "words"])
    expect(screen.getByRole("button", { name: `Copy ${name}` })).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Copy words" }));
  expect(writeText).toHaveBeenCalledWith("181");
  fireEvent.click(screen.getByRole("button", { name: "Copy Added" }));
  expect(writeText).toHaveBeenLastCalledWith("2026-09-21T14:13:20.000Z");
});
