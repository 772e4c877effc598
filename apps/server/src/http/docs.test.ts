import { type RouteName, routes } from "@postil/contract/routes";
import fastify from "fastify";
import { describe, expect, test } from "vitest";
import { registerDocs } from "./docs.ts";
import { openApi } from "./openapi.ts";

const app = fastify();
registerDocs(app, "/");
const get = (url: string) => app.inject({ method: "GET", url });

describe("API-05 the API describes itself to anybody", () => {
  test.each(["/docs", "/api"])("API-38 %s leads to the description", async (url) => {
    const reply = await get(url);
    expect([reply.statusCode, reply.headers.location]).toEqual([307, "/api/docs"]);
  });

  test.each(["/api/docs", "/api/v1/docs"])(
    "%s is a page of its own: no script, nothing loaded from anywhere",
    async (url) => {
      const { body, headers } = await get(url);
      expect(headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(headers["content-security-policy"]).toContain("default-src 'none'");
      expect(body).not.toMatch(/<script|<link|<img|@import|url\(/);
      expect(body).toContain("/api/v1/datasets/{dataset_id}/records/bulk");
    },
  );

  test.each(["/api/openapi.json", "/api/v1/openapi.json"])(
    "%s is OpenAPI 3.1 with every route of the table",
    async (url) => {
      const specification: ReturnType<typeof openApi> = (await get(url)).json();
      expect(specification.openapi).toBe("3.1.0");
      const described = Object.values(specification.paths).flatMap((methods) =>
        Object.values(methods).map((operation) => operation.operationId),
      );
      expect(described.toSorted()).toEqual(Object.keys(routes).toSorted());
    },
  );
});

describe("the description", () => {
  const { paths } = openApi("/base/");
  const at = (name: RouteName) => {
    const { path, method } = routes[name];
    return paths[path.replaceAll(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()];
  };

  test("says who may ask", () => {
    expect(at("getVersion")?.security).toEqual([]);
    expect(at("getMe")?.security).toEqual([{ apiKey: [] }, { bearer: [] }]);
  });

  test("API-31 lists every status a call answers with, from what it asks for and of whom", () => {
    const statuses = (name: RouteName) => Object.keys(at(name)?.responses ?? {}).map(Number);
    const usual = [431, 500];
    expect(statuses("getVersion")).toEqual([200, ...usual]);
    expect(statuses("getMe")).toEqual([200, 401, 429, ...usual, 503]);
    expect(statuses("createToken")).toEqual([201, 401, 403, 408, 413, 415, 422, 429, ...usual, 507]);
    expect(statuses("getDataset")).toEqual([200, 400, 401, 403, 404, 414, 422, 429, ...usual, 503]);
    expect(statuses("createField")).toEqual([
      201,
      400,
      401,
      403,
      404,
      408,
      409,
      413,
      414,
      415,
      422,
      429,
      ...usual,
      503,
      507,
    ]);
    expect(statuses("upsertSuggestion")).toEqual(expect.arrayContaining([200, 201]));
    expect(JSON.stringify(at("bulkCreateRecords")?.responses)).toContain("larger than 33554432 bytes");
  });

  test("gives limits and patterns of bodies that are read by code", () => {
    expect(JSON.stringify(at("createDataset")?.requestBody)).toContain('"maxLength":200');
    const bulk = JSON.stringify(at("bulkCreateRecords")?.requestBody);
    expect(bulk).toContain('"maxItems":500');
    expect(bulk).toContain('"question_id":{"type":"string","format":"uuid"}');
    expect(JSON.stringify(at("createQuestion")?.requestBody)).toContain('"const":"multi_label_selection"');
  });

  test("names parameters of path and query", () => {
    const parameters = at("listMyRecords")?.parameters ?? [];
    expect(parameters.find((one) => one.name === "dataset_id")).toMatchObject({ in: "path", required: true });
    expect(parameters.find((one) => one.name === "limit")).toMatchObject({
      in: "query",
      required: false,
      schema: { maximum: 1000 },
    });
  });

  test("shows a form as a form", () => {
    expect(JSON.stringify(at("createToken")?.requestBody)).toContain("application/x-www-form-urlencoded");
  });
});
