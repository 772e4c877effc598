import { sessionExpires } from "@postil/domain/accounts/sessions";
import { Refusal } from "@postil/domain/refusal";
import type { Micros } from "@postil/domain/time";
import type { PostilStore } from "./http/handler.ts";
import { newId } from "./new-id.ts";
import type { Room } from "./room.ts";
import { DISK_FULL, StorageFailure } from "./storage/failure.ts";
import type { Caller } from "./storage/store.ts";
import type { CallerProof } from "./usecases/accounts/find-caller.ts";
import { type LiveSession, type NewSession, NOBODY, type RenewSession } from "./usecases/accounts/sessions.ts";
import { HELD_WRITES, type HeldWrite } from "./usecases/write-held.ts";

/** The maximum number of held entries of each kind: sign-ins, sign-outs, exports, failed sign-ins. */
export const HELD_MOST = 500;
/** How often the server tries to write held entries, ms. */
const TRIED_EVERY = 2000;
/** The number of entries in one transaction, kept small so that other writes do not wait long. */
const TOGETHER = 50;

type Held = HeldWrite["name"];
type HeldSession = LiveSession & { readonly userId: string; readonly renews: boolean };

/** Operations by name. The wrapper handles a few of them; each input below has the type of its operation. */
type Call = (name: string, caller: Caller | null, ...rest: readonly unknown[]) => unknown;
const CALLS = ["read", "readText", "stream", "write", "writeText", "writePacked"] as const;
type Calls = { readonly [C in (typeof CALLS)[number]]: Call };

/**
 * Wraps the store so that users can still sign in and export when the disk is full. Their entries are held in memory and
 * written once there is room. Sessions that began meanwhile are found in memory and can be ended there. Stored sessions that
 * ended meanwhile are refused (API-51).
 */
export function holdWhenFull(store: PostilStore, room: Pick<Room, "isFull">, warn: (error: unknown) => void) {
  const held: HeldWrite[] = [];
  const sessions = new Map<string, HeldSession>();
  /** Stored sessions whose end is not written yet. */
  const ended = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | null = null;

  const isForRoom = (error: unknown): boolean =>
    error instanceof StorageFailure && (error.reason === DISK_FULL || room.isFull());
  /** True if the entry is handled. Failed sign-ins beyond the limit are dropped: strangers can cause any number. */
  const hold = (name: Held, caller: Caller | null, input: unknown, at: Micros): boolean => {
    if (held.filter((one) => one.name === name).length >= HELD_MOST) return name === "noteFailedSignIn";
    held.push({ name, caller, input, at });
    timer ??= setInterval(() => void tryToWrite(), TRIED_EVERY).unref();
    return true;
  };
  const writeHeld = async () => {
    while (held.length > 0) {
      const some = held.slice(0, TOGETHER);
      await store.write("writeHeld", null, some);
      held.splice(0, some.length);
      for (const { name, caller, input } of some) {
        if (name === "beginSession") sessions.delete((input as NewSession).id ?? "");
        if (name === "endOwnSession") ended.delete(caller?.from?.session ?? "");
      }
    }
    clearInterval(timer);
    timer = undefined;
  };
  /** Only one attempt at a time, because two would write the same entries twice. */
  const tryToWrite = (): Promise<void> => {
    writing ??= writeHeld()
      .catch((error: unknown) => {
        if (!isForRoom(error)) warn(error);
      })
      .finally(() => {
        writing = null;
      });
    return writing;
  };

  const liveSession = (id: string | null | undefined) => {
    const live = sessions.get(id ?? "");
    return live && live.expiresAt > Date.now() * 1000 ? live : null;
  };
  /** The store does not know a held session, so the caller is passed on without it. */
  const asStored = (caller: Caller | null): Caller | null =>
    caller?.from && liveSession(caller.from.session) ? { ...caller, from: { ...caller.from, session: null } } : caller;

  const refuseEnded = (session: string): void => {
    if (ended.has(session)) throw new Refusal("unauthorized", NOBODY, undefined, { ended: "signed_out" });
  };
  const findCaller = async (proof: CallerProof) => {
    if (typeof proof === "object" && "session" in proof) refuseEnded(proof.session);
    const live = typeof proof === "object" && "session" in proof ? liveSession(proof.session) : null;
    if (!live) return store.read("findCaller", null, proof);
    const found = await store.read("findCaller", null, { userId: live.userId });
    return found && { ...found, until: live.expiresAt };
  };
  const renewSession = async (input: RenewSession) => {
    refuseEnded(input.session);
    const live = liveSession(input.session);
    const found = live?.renews ? await findCaller(input) : null;
    if (live && found) return { user: found.user, session: live };
    try {
      return await store.write("renewSession", null, input);
    } catch (error) {
      if (!isForRoom(error)) throw error;
      return store.read("reshowSession", null, input);
    }
  };
  const endHeldSession = (caller: Caller | null): void => {
    if (!hold("endOwnSession", caller, undefined, Date.now() * 1000)) throw new StorageFailure(DISK_FULL);
    sessions.delete(caller?.from?.session ?? "");
  };
  const writeOrHold = async (write: Call, name: Held, caller: Caller | null, given: unknown) => {
    if (name === "endOwnSession" && liveSession(caller?.from?.session)) return endHeldSession(caller);
    const at = Date.now() * 1000;
    const input = name === "beginSession" ? { ...(given as NewSession), id: newId() } : given;
    try {
      return await write(name, caller, input);
    } catch (error) {
      if (!isForRoom(error) || !hold(name, caller, input, at)) throw error;
      if (name === "endOwnSession") ended.add(caller?.from?.session ?? "");
      if (name !== "beginSession") return;
      const { id, user, lifetimes, renews } = input as NewSession & { readonly id: string };
      const session = { id, number: 1, expiresAt: sessionExpires(at, at, lifetimes) };
      sessions.set(id, { ...session, userId: user.id, renews });
      return session;
    }
  };
  /** Held sessions are written first, because calls that end sessions or change a password must find them. */
  const afterHeld = async (write: Call, name: string, caller: Caller | null, rest: readonly unknown[]) => {
    if (held.length > 0 && !room.isFull()) await tryToWrite();
    if (name === "endOtherSessions" && [...sessions.values()].some(({ userId }) => userId === caller?.id))
      throw new StorageFailure(DISK_FULL);
    return write(name, caller, ...rest);
  };

  const through =
    (call: Call): Call =>
    (name, caller, ...rest) =>
      call(name, asStored(caller), ...rest);
  const calls = store as unknown as Calls;
  const { read, write, ...others } = Object.fromEntries(CALLS.map((one) => [one, through(calls[one])])) as Calls;
  const holding: Pick<Calls, "read" | "write"> = {
    read: (name, caller, input, ...rest) =>
      name === "findCaller" ? findCaller(input as CallerProof) : read(name, caller, input, ...rest),
    write: (name, caller, ...rest) => {
      const [input] = rest;
      if (name === "renewSession") return renewSession(input as RenewSession);
      return isHeld(name) ? writeOrHold(calls.write, name, caller, input) : afterHeld(write, name, caller, rest);
    },
  };
  return {
    store: { ...store, ...others, ...holding } as unknown as PostilStore,
    /** Tries once more; entries that are still held are lost with the process. */
    stop: async () => {
      clearInterval(timer);
      await tryToWrite();
    },
  };
}

const isHeld = (name: string): name is Held => Object.hasOwn(HELD_WRITES, name);
