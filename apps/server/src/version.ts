import { readFileSync } from "node:fs";
import { z } from "zod";

/** The version of Postil itself; `GET /api/v1/version` returns the version of the wire format. */
export const VERSION: string = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"))).version;
