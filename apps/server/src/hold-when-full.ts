import { sessionExpires } from "@postil/domain/accounts/sessions";
import type { Micros } from "@postil/domain/time";
import type { PostilStore } from "./http/handler.ts";
import { newId } from "./new-id.ts";
import { DISK_FULL, StorageFailure } from "./storage/failure.ts";
import type { Caller } from "./storage/store.ts";
import type { CallerProof } from "./usecases/accounts/find-caller.ts";
import type { LiveSession, NewSession, RenewSession } from "./usecases/accounts/sessions.ts";
import { HELD_WRITES, type HeldWrite } from "./usecases/upkeep/write-held.ts";

/** So many sign-ins, sign-outs and exports are held, and apart from them so many failed sign-ins, of which strangers can make any number. */
const HELD_MOST = 500;
/** How often it is tried to write them, ms. */
const TRIED_EVERY = 2000;
/** Those of one call, so that no other write waits for all of them. */
const TOGETHER = 50;

type Held = HeldWrite["name"];
type HeldSession = LiveSession & { readonly userId: string; readonly renews: boolean };
type Call = (name: string, caller: Caller | null, ...rest: readonly unknown[]) => unknown;
const CALLS = ["read", "readText", "stream", "write", "writeText", "writePacked"] as const;
type Calls = { readonly [C in (typeof CALLS)[number]]: Call };

/**
 * A store that lets people in, out and take data out also where the disk has no room for a word of it: what they did is held in
 * memory and written once there is room; the sessions that began meanwhile are known from memory until then (API-51).
 */
export function holdWhenFull(store: PostilStore, warn: (error: unknown) => void) {
  const held: HeldWrite[] = [];
  const sessions = new Map<string, HeldSession>();
  let timer: NodeJS.Timeout | undefined;

  const hold = (name: Held, caller: Caller | null, input: unknown, at: Micros): boolean => {
    const isFailure = name === "noteFailedSignIn";
    if (held.filter((one) => (one.name === "noteFailedSignIn") === isFailure).length >= HELD_MOST) return isFailure;
    held.push({ name, caller, input, at });
    timer ??= setInterval(() => void writeAll().catch(warnUnlessFull), TRIED_EVERY).unref();
    return true;
  };
  const warnUnlessFull = (error: unknown) => {
    if (!isFullDisk(error)) warn(error);
  };
  const writeAll = async () => {
    while (held.length > 0) {
      const some = held.slice(0, TOGETHER);
      await store.write("writeHeld", null, some);
      held.splice(0, some.length);
      for (const { name, input } of some) if (name === "beginSession") sessions.delete((input as NewSession).id ?? ""); // so held
    }
    clearInterval(timer);
    timer = undefined;
  };

  const liveSession = (id: string | null | undefined) => {
    const live = sessions.get(id ?? "");
    return live && live.expiresAt > Date.now() * 1000 ? live : null;
  };
  /** In the store nobody has a session that is held. */
  const asStored = (caller: Caller | null): Caller | null =>
    caller?.from && liveSession(caller.from.session) ? { ...caller, from: { ...caller.from, session: null } } : caller;

  const findCaller = async (proof: CallerProof) => {
    const live = typeof proof === "object" && "session" in proof ? liveSession(proof.session) : null;
    if (!live) return store.read("findCaller", null, proof);
    const found = await store.read("findCaller", null, { userId: live.userId });
    return found && { ...found, until: live.expiresAt };
  };
  const renewSession = async (input: RenewSession) => {
    const live = liveSession(input.session);
    const found = live?.renews ? await findCaller(input) : null;
    if (live && found) return { user: found.user, session: live };
    try {
      return await store.write("renewSession", null, input);
    } catch (error) {
      if (!isFullDisk(error)) throw error;
      return store.read("reshowSession", null, input);
    }
  };
  const writeOrHold = async (write: Call, name: Held, caller: Caller | null, given: unknown) => {
    const at = Date.now() * 1000;
    const input = name === "beginSession" ? { ...(given as NewSession), id: newId() } : given; // of that operation
    if (name === "endOwnSession" && liveSession(caller?.from?.session)) {
      if (!hold(name, caller, input, at)) throw new StorageFailure(DISK_FULL);
      sessions.delete(caller?.from?.session ?? "");
      return;
    }
    try {
      return await write(name, caller, input);
    } catch (error) {
      if (name === "endOwnSession" || !isFullDisk(error) || !hold(name, caller, input, at)) throw error;
      if (name !== "beginSession") return;
      const { id, user, lifetimes, renews } = input as NewSession & { readonly id: string };
      const session = { id, number: 1, expiresAt: sessionExpires(at, at, lifetimes) };
      sessions.set(id, { ...session, userId: user.id, renews });
      return session;
    }
  };

  const through =
    (call: Call): Call =>
    (name, caller, ...rest) =>
      call(name, asStored(caller), ...rest);
  const calls = store as unknown as Calls; // of any operations
  const { read, write, ...others } = Object.fromEntries(CALLS.map((one) => [one, through(calls[one])])) as Calls;
  const holding: Pick<Calls, "read" | "write"> = {
    read: (name, caller, input, ...rest) =>
      name === "findCaller" ? findCaller(input as CallerProof) : read(name, caller, input, ...rest), // of that operation
    write: (name, caller, input) => {
      if (name === "renewSession") return renewSession(input as RenewSession); // of that operation
      return isHeld(name) ? writeOrHold(calls.write, name, caller, input) : write(name, caller, input);
    },
  };
  return {
    store: { ...store, ...others, ...holding } as unknown as PostilStore,
    /** Tries once more: what is held is lost with the process. */
    stop: async () => {
      clearInterval(timer);
      await writeAll().catch(warnUnlessFull);
    },
  };
}

const isHeld = (name: string): name is Held => Object.hasOwn(HELD_WRITES, name);
const isFullDisk = (error: unknown): boolean => error instanceof StorageFailure && error.reason === DISK_FULL;
