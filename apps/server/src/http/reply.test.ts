import { Readable } from "node:stream";
import { route } from "@postil/contract/route";
import fastify from "fastify";
import { expect, test } from "vitest";
import { z } from "zod";
import { ReplyWith } from "./handler.ts";
import { PATIENCE } from "./read-body.ts";
import { sendResult } from "./register-routes.ts";
import { createReplies } from "./replies.ts";

const answered = route("GET", "/api/answered", "open", {
  summary: "For this test",
  replies: { 200: z.unknown(), 302: z.null() },
});

async function answer(result: unknown) {
  const app = fastify();
  const to = { left: new AbortController().signal, who: 1 };
  app.get("/", async (_request, reply) => sendResult(createReplies(PATIENCE), reply, answered, result, to));
  const { statusCode, headers, body } = await app.inject("/");
  return { statusCode, headers, body };
}

test("a reply is the body of the route's first status, or carries headers, cookies, a redirect and a stream", async () => {
  expect(await answer({ a: 1 })).toMatchObject({ statusCode: 200, body: '{"a":1}' });
  const headers = { "x-one": "1" };
  expect(await answer(new ReplyWith({ a: 1 }, { headers }))).toMatchObject({ headers, body: '{"a":1}' });
  const cookie = { name: "state", value: "a b", httpOnly: true, sameSite: "lax" } as const;
  const away = await answer(new ReplyWith(null, { status: 302, redirect: "https://a.example/?b", cookies: [cookie] }));
  expect(away).toMatchObject({
    statusCode: 302,
    headers: { location: "https://a.example/?b", "set-cookie": ["state=a%20b; HttpOnly; SameSite=Lax"] },
    body: "",
  });
  const streamed = await answer(
    new ReplyWith(null, { headers: { "content-type": "text/csv" }, stream: Readable.from(["a,", "b"]) }),
  );
  expect(streamed).toMatchObject({ statusCode: 200, headers: { "content-type": "text/csv" }, body: "a,b" });
});
