import { deserialize, serialize } from "node:v8";
import type { MessagePort } from "node:worker_threads";
import type { Route } from "@postil/contract/route";
import { type RouteName, routes } from "@postil/contract/routes";
import type { Caller } from "../../storage/store.ts";
import { type AnyHandler, answerOf, type Handlers, type PostilStore } from "../handler.ts";
import { questionHandlers } from "../handlers/datasets.ts";
import { migrationHandlers } from "../handlers/migration.ts";
import { recordHandlers } from "../handlers/records.ts";
import { taskRecordHandlers } from "../handlers/task-datasets.ts";
import { ask, parseBody } from "../parse-body.ts";
import {
  type Call,
  type CallOutcome,
  errorOf,
  type FromIntake,
  failureOf,
  type IntakeData,
  type ToIntake,
} from "./messages.ts";

/** The code of the thread that reads large bodies: all work that takes longer for a larger body. */
export function serveIntake(port: MessagePort, { limits }: IntakeData): void {
  const say = (message: FromIntake, handedOver: readonly ArrayBuffer[]) => port.postMessage(message, [...handedOver]);
  const { settle, ...calls } = createRemoteStore(say);
  const store = calls as unknown as PostilStore; // its calls are typed by the handlers
  // Handlers of the calls that may have the largest bodies. Other calls go back to the process after the check.
  const handlers: Partial<Handlers> = {
    ...recordHandlers({ store }),
    ...questionHandlers({ store, limits }),
    ...taskRecordHandlers({ store }),
    ...migrationHandlers({ store, limits }),
  };
  port.on("message", async (message: ToIntake) => {
    if (message.kind === "write") return settle(message);
    const outcome = await take(handlers, message.call, () => say({ kind: "read", id: message.id }, []));
    const json = outcome.kind === "answered" ? outcome.json : null;
    say({ kind: "call", id: message.id, outcome }, json ? [json.buffer] : []);
  });
}

async function take(
  handlers: { readonly [N in RouteName]?: unknown },
  { name, given, body, requester }: Call,
  hasRead: () => void,
): Promise<CallOutcome> {
  const route: Route = routes[name];
  try {
    const asked = ask(route, given, parseBody(body));
    hasRead();
    const handler = handlers[name] as AnyHandler | undefined;
    if (!handler) return { kind: "checked", asked };
    const { status, json } = answerOf(route, await handler(asked, { ...requester, left: NEVER, content: null }));
    return { kind: "answered", status, json: typeof json === "string" ? new TextEncoder().encode(json) : json };
  } catch (error) {
    return { kind: "failed", failure: failureOf(error) };
  }
}

/** A write continues when its client leaves. */
const NEVER = new AbortController().signal;

type Asked = Extract<FromIntake, { readonly kind: "write" }>;
type Written = Extract<ToIntake, { readonly kind: "write" }>;

/** A store whose calls are sent to the process, which forwards them without reading them. */
function createRemoteStore(say: (message: FromIntake, handedOver: readonly ArrayBuffer[]) => void) {
  const waiting = new Map<number, (written: Written) => void>();
  let next = 0;
  const send = async (name: string, caller: Caller | null, value: unknown, output: Asked["output"]) => {
    const id = next++;
    const input: Uint8Array<ArrayBuffer> = serialize(value);
    const { outcome } = await new Promise<Written>((resolve) => {
      waiting.set(id, resolve);
      say({ kind: "write", id, name, caller, input, output }, [input.buffer]);
    });
    if (outcome.kind === "failed") throw errorOf(outcome.failure);
    return outcome.output;
  };
  const settle = (written: Written) => {
    waiting.get(written.id)?.(written);
    waiting.delete(written.id);
  };
  return {
    read: async (name: string, caller: Caller | null, value: unknown): Promise<unknown> =>
      deserialize(await send(name, caller, value, "read")),
    write: async (name: string, caller: Caller | null, value: unknown): Promise<unknown> =>
      deserialize(await send(name, caller, value, "packed")),
    writeText: (name: string, caller: Caller | null, value: unknown) => send(name, caller, value, "text"),
    settle,
  };
}
