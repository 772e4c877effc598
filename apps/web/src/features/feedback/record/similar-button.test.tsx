import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearToasts, getToasts } from "../../../lib/toasts/store.ts";
import { aRecord } from "../../../workbench/record/record.fixture.ts";
import { SimilarButton } from "./similar-button.tsx";
import { Around, aVector, stubServer, vectorsReply } from "./similarity.fixture.tsx";

beforeEach(async () => {
  clearToasts();
  await waitFor(() => expect(getToasts()).toEqual([]));
});
afterEach(() => vi.unstubAllGlobals());

const record = aRecord({ id: "r1" });
const ONE = [aVector("meaning")];
const TWO = [aVector("meaning"), aVector("style")];
const REASON = "Similar records need a vector; this record has none.";
const has = (...names: string[]) => stubServer((_, url) => ({ body: vectorsReply(url, { r1: names }) }));
const button = () => screen.findByRole("button", { name: "Similar" });

test("FFI-22 CON-03 with one kind of vector the search starts at once: most similar, 50 records", async () => {
  has("meaning");
  const found = vi.fn();
  render(<SimilarButton record={record} vectors={ONE} findSimilar={found} keyed />, { wrapper: Around });
  fireEvent.click(await button());
  expect(found).toHaveBeenCalledWith({ recordId: "r1", vector: "meaning", order: "most", limit: 50 });
  fireEvent.keyDown(document.body, { key: "m" });
  expect(found).toHaveBeenCalledTimes(2);
});

test("FFI-22 without vectors there is no button, no key and nothing is asked of the server", async () => {
  const asked = has();
  const found = vi.fn();
  const { container } = render(<SimilarButton record={record} vectors={[]} findSimilar={found} keyed />, {
    wrapper: Around,
  });
  fireEvent.keyDown(document.body, { key: "m" });
  expect(container.innerHTML).toBe("");
  expect(asked).toEqual([]);
  expect(found).not.toHaveBeenCalled();
});

test("FFI-22 with several kinds vector and order are chosen first; what the record lacks cannot be chosen, and says so", async () => {
  has("style");
  const found = vi.fn();
  render(<SimilarButton record={record} vectors={TWO} findSimilar={found} />, { wrapper: Around });
  fireEvent.click(await button());
  const lacking = await screen.findByRole("radio", { name: /meaning/ });
  await waitFor(() => expect(lacking).toHaveProperty("disabled", true));
  expect(screen.getByText("This record has no meaning vector.")).toBeDefined();
  // This also works if the vectors become known after the opening. Then the vector that Enter uses is chosen and has focus.
  expect(screen.getByRole("radio", { name: "style" })).toHaveProperty("checked", true);
  expect(document.activeElement).toBe(screen.getByRole("radio", { name: "style" }));
  expect(found).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("radio", { name: "style" }));
  fireEvent.click(screen.getByRole("button", { name: "Least similar" }));
  fireEvent.click(screen.getByRole("button", { name: "Find" }));
  expect(found).toHaveBeenCalledWith({ recordId: "r1", vector: "style", order: "least", limit: 50 });
});

test("FFI-22 a record without any vector: the button rests, and a press says why", async () => {
  has();
  const found = vi.fn();
  render(<SimilarButton record={record} vectors={TWO} findSimilar={found} keyed />, { wrapper: Around });
  await waitFor(async () => expect((await button()).getAttribute("aria-disabled")).toBe("true"));
  fireEvent.click(await button());
  expect(getToasts().map(({ message }) => message)).toEqual([REASON]);
  fireEvent.keyDown(document.body, { key: "m" });
  expect(getToasts().map(({ message }) => message)).toEqual([REASON]);
  expect(found).not.toHaveBeenCalled();
});

test("FFI-22 in a row the icon says why it rests", async () => {
  has();
  render(<SimilarButton record={record} vectors={ONE} findSimilar={vi.fn()} compact />, { wrapper: Around });
  expect((await screen.findByRole("button", { name: REASON })).getAttribute("aria-disabled")).toBe("true");
});

test("FFI-14 where nobody knows what the record has, the server is let to say it", async () => {
  stubServer(() => ({ status: 503, body: { detail: "busy" } }));
  const found = vi.fn();
  render(<SimilarButton record={record} vectors={ONE} findSimilar={found} />, { wrapper: Around });
  fireEvent.click(await button());
  expect(found).toHaveBeenCalledTimes(1);
  expect(getToasts()).toEqual([]);
});

test("FFI-22 the rows of a page ask about their records together, and once", async () => {
  const asked = stubServer((_, url) => ({ body: vectorsReply(url, { a: ["meaning"], b: [] }) }));
  const rows = ["a", "b", "c"].map((id) => (
    <SimilarButton key={id} record={aRecord({ id })} vectors={ONE} findSimilar={vi.fn()} compact />
  ));
  render(<div>{rows}</div>, { wrapper: Around });
  await screen.findByRole("button", { name: REASON });
  expect(screen.getAllByRole("button", { name: "Similar" })).toHaveLength(2);
  expect(asked).toEqual(["/api/postil/v1/datasets/d/records/vectors?record_id=a&record_id=b&record_id=c"]);
});
