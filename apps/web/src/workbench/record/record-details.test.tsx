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

test("FFI-28 CON-08 a whole number beyond 2^53 is shown with all digits in groups, and copied as it is", () => {
  const writeText = vi.fn(async () => undefined);
  vi.stubGlobal("navigator", { ...navigator, clipboard: { writeText } });
  const post = 1_234_567_890_123_456_789n;
  const record = aRecord({ metadata: { post: post as unknown as number } }); // as a reply is read
  render(<RecordDetails record={record} properties={[]} onClose={() => undefined} />);
  expect(screen.getByText("1,234,567,890,123,456,789")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Copy post" }));
  expect(writeText).toHaveBeenCalledWith("1234567890123456789");
});
