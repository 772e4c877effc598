import { MOST_PICTURE_HOSTS } from "@postil/domain/datasets/names";
import { expect, test } from "vitest";
import { createPublished } from "./support/draft.ts";
import { SPEAKERS, startPeople } from "./support/people.ts";

const { people } = await startPeople();

const NOWHERE = "11111111-2222-4333-8444-555555555555";
const inDataset = (datasetId: string) => ({ params: { dataset_id: datasetId } });
const published = async () => inDataset((await createPublished(people.clients.owner, people.workspaceId)).datasetId);

test("FAN-25 a dataset begins without hosts; those that are set are kept once each, and change nothing else of it", async () => {
  const dataset = await published();
  const { admin, annotator } = people.clients;
  expect((await annotator.must("listPictureHosts", dataset)).items).toEqual([]);
  const before = await admin.must("getDataset", dataset);
  const items = ["pictures.example.org:8080", "a.example", "a.example", "xn--bcher-kva.example", "[::1]:5173"];
  const kept = ["[::1]:5173", "a.example", "pictures.example.org:8080", "xn--bcher-kva.example"];
  expect((await admin.must("setPictureHosts", { ...dataset, body: { items } })).items).toEqual(kept);
  expect((await annotator.must("listPictureHosts", dataset)).items).toEqual(kept);
  expect(await admin.must("getDataset", dataset)).toEqual(before);
  expect((await admin.must("setPictureHosts", { ...dataset, body: { items: [] } })).items).toEqual([]);
});

test("ROL-10 FAN-25 who manages the dataset sets them, who belongs to the workspace reads them", async () => {
  const dataset = await published();
  const statuses = async (name: "listPictureHosts" | "setPictureHosts") => {
    const found: { [speaker: string]: number } = {};
    const body = name === "setPictureHosts" ? { body: { items: ["a.example"] } } : {};
    for (const speaker of SPEAKERS)
      found[speaker] = (await people.clients[speaker].call(name, { ...dataset, ...body })).status;
    return found;
  };
  const refused = { "admin elsewhere": 403, "annotator elsewhere": 403, nobody: 401 };
  expect(await statuses("setPictureHosts")).toEqual({ owner: 200, admin: 200, annotator: 403, ...refused });
  expect(await statuses("listPictureHosts")).toEqual({ owner: 200, admin: 200, annotator: 200, ...refused });
  expect((await people.clients.owner.call("listPictureHosts", inDataset(NOWHERE))).status).toBe(404);
});

test("API-31 FAN-25 what is no host is refused, and so are more hosts than a dataset may have", async () => {
  const dataset = await published();
  const { owner } = people.clients;
  const set = async (items: unknown) => (await owner.call("setPictureHosts", { ...dataset, body: { items } })).status;
  for (const host of [
    "",
    "https://a.example",
    "a.example/b",
    "A.example",
    "a b",
    "*.example",
    "a..b",
    "x".repeat(256),
    7,
  ])
    expect([host, await set([host])]).toEqual([host, 422]);
  const many = Array.from({ length: MOST_PICTURE_HOSTS + 1 }, (_, at) => `${at}.example`);
  expect(await set(many)).toBe(422);
  expect(await set(many.slice(1))).toBe(200);
  expect(await set("a.example")).toBe(422);
});
