import { afterAll, beforeAll, expect, test } from "vitest";
import { signInThroughProvider } from "../src/usecases/accounts/sign-in.ts";
import { insertUser } from "../src/usecases/accounts/users.ts";
import { type MemoryStore, openMemoryStore } from "./support/memory-store.ts";

let store: MemoryStore;
beforeAll(async () => {
  store = await openMemoryStore();
});
afterAll(() => store.close());

const person = (provider: string, subject: string, username: string) => ({
  provider,
  subject,
  username,
  firstName: username,
  workspaces: ["first"],
  title: provider,
  given: null,
  isOnlyWay: false,
  invitation: null,
  from: { address: "192.0.2.1", userAgent: "", session: null },
});
const signIn = async (provider: string, subject: string, username: string) => {
  const entered = await signInThroughProvider(store.as(store.owner), person(provider, subject, username));
  if ("refused" in entered) throw new Error(entered.refused);
  return entered.user;
};

/** An account imported from an Argilla server: a provider created it, and only the username is known. */
async function takenOver(username: string, role: "annotator" | "admin"): Promise<string> {
  const account = { username, role, firstName: username, lastName: null, passwordHash: "-" };
  const { id } = await insertUser(store.as(store.owner), account);
  await store.db.updateTable("user").set({ provider: "github" }).where("id", "=", id).execute();
  return id;
}

test("AUT-22 an annotator taken over from an Argilla server is who first signs in by that name at that provider, and nobody else from then on", async () => {
  const id = await takenOver("ann", "annotator");
  await expect(signIn("google", "1", "ann")).rejects.toThrow("Could not authenticate user");
  expect((await signIn("github", "1", "ann")).id).toBe(id);
  expect((await signIn("github", "1", "ann-lee")).id).toBe(id);
  await expect(signIn("github", "2", "ann")).rejects.toThrow("Could not authenticate user");
  await expect(signIn("google", "1", "ann")).rejects.toThrow("Could not authenticate user");
});

test("AUT-22 an admin taken over from an Argilla server is refused", async () => {
  await takenOver("bea", "admin");
  await expect(signIn("github", "3", "bea")).rejects.toThrow("Could not authenticate user");
});

test("AUT-22 an annotator of a provider who was made an admin is refused there", async () => {
  const { id } = await signIn("github", "4", "cleo");
  await store.db.updateTable("user").set({ role: "admin" }).where("id", "=", id).execute();
  await expect(signIn("github", "4", "cleo")).rejects.toThrow(
    "An admin's or owner's account is not opened by a provider",
  );
  await expect(signIn("github", "5", "cleo")).rejects.toThrow("Could not authenticate user");
});
