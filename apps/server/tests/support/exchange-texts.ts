import { expect } from "vitest";
import { OWNER, type TestServer } from "./start-test-server.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Makes calls as the owner that must succeed, with raw body texts: JSON.parse could change their numbers. */
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
