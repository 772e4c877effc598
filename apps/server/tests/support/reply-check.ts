import { Ajv2020 } from "ajv/dist/2020.js";
import type { QuickReply } from "./quick-calls.ts";

/** Checks responses against the API description with an independent validator. */

type Content = { readonly [type: string]: { readonly schema: object } };
export type Described = {
  readonly [status: string]: { readonly content?: Content; readonly headers?: { readonly [name: string]: unknown } };
};

/** Returns the error in a response. Null: the response fits the description. */
export type ReplyCheck = (reply: QuickReply) => string | null;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ajv = new Ajv2020({ strictTypes: false, formats: { uuid: UUID, binary: true } });

const exactly = (properties: { readonly [name: string]: object }) => ({
  type: "object",
  required: Object.keys(properties),
  additionalProperties: false,
  properties,
});
const words = { type: "string", minLength: 1 };
const VALIDATION = "argilla.api.errors::ValidationError";
const mistake = {
  type: "object",
  required: ["loc", "msg", "type"],
  properties: { loc: { type: "array", minItems: 1, items: { type: ["string", "integer"] } }, msg: words, type: words },
};
/** The error shapes of contract api-v1 1.3. The fourth has a `detail` too. */
const isRefusal = ajv.compile({
  type: "object",
  required: ["detail"],
  properties: {
    detail: {
      oneOf: [
        words,
        exactly({
          code: { const: VALIDATION },
          params: exactly({ errors: { type: "array", minItems: 1, items: mistake } }),
        }),
        exactly({
          code: { type: "string", pattern: "^argilla\\.api\\.errors::\\w+$", not: { const: VALIDATION } },
          params: { type: "object" },
        }),
      ],
    },
  },
});

const typeOf = (contentType: string) => contentType.split(";")[0];

type Body = { readonly type: string | undefined; readonly isSound: ReturnType<typeof ajv.compile> };

function bodyFault(bodies: readonly Body[], type: string | undefined, text: string): string | null {
  if (bodies.length === 0) return text === "" ? null : "there is a body";
  const body = bodies.find((one) => one.type === type);
  if (!body) return `the type ${type} is not described`;
  if (type !== "application/json" || body.isSound(JSON.parse(text))) return null;
  return ajv.errorsText(body.isSound.errors);
}

export function replyCheck(replies: Described): ReplyCheck {
  const bodies = new Map(
    Object.entries(replies).map(([status, { content = {} }]) => [
      Number(status),
      Object.entries(content).map(([type, { schema }]) => ({ type: typeOf(type), isSound: ajv.compile(schema) })),
    ]),
  );
  return ({ status, headers, text }) => {
    if (headers["x-content-type-options"] !== "nosniff") return "it may be taken for another type";
    if (headers["referrer-policy"] !== "same-origin") return "it tells others where its reader was";
    if (Object.keys(headers).some((name) => name.startsWith("access-control-"))) return "it gives other pages leave";
    if (headers["set-cookie"] && !replies[status]?.headers?.["set-cookie"]) return "it sets a cookie";
    if (headers["cache-control"] !== "no-store") return "it may be kept";
    const known = bodies.get(status);
    if (!known) return `status ${status} is not described`;
    const type = typeOf(headers["content-type"] ?? "");
    if (status < 400) return bodyFault(known, type, text);
    return type === "application/json" && isRefusal(JSON.parse(text)) ? null : "the refusal has none of the shapes";
  };
}
