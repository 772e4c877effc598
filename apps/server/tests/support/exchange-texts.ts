import { expect } from "vitest";
import { OWNER, type TestServer } from "./start-test-server.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Makes calls of the owner that must succeed, with bodies and replies as they travel: what JSON.parse would make of them is in doubt. */
export const exchangeTexts =
  (server: () => Pick<TestServer, "url">) =>
  async (method: Method, path: string, body?: string): Promise<string> => {
    const reply = await fetch(`${server().url}/api${path}`, {
      method,
      headers: {
        "x-argilla-api-key": OWNER.apiKey,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body }),
    });
    const text = await reply.text();
    expect(reply.status, text).toBeLessThan(300);
    return text;
  };
