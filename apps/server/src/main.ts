import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createApp } from "./http/app.ts";
import { createTokens } from "./http/tokens.ts";
import { openSqliteStore } from "./storage/sqlite/store.ts";
import type { Reads, Writes } from "./usecases/registry.ts";

const home = process.env.POSTIL_HOME ?? "/tmp/postil-dev";
mkdirSync(home, { recursive: true });
const store = await openSqliteStore<Reads, Writes>({
  file: join(home, "postil.db"),
  readers: 2,
  entry: new URL("./worker.ts", import.meta.url),
});
const app = createApp({ store, tokens: createTokens(new TextEncoder().encode("dev"), 86_400), logLevel: "info" });
await app.listen({ host: "127.0.0.1", port: Number(process.env.POSTIL_PORT ?? 6900) });
