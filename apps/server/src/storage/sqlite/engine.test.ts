import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { engineContract } from "../engine.contract.ts";
import { laneOf, type operations, type streams } from "../engine.fixture.ts";
import { openSqliteStore } from "./store.ts";

engineContract(async () => {
  const home = await mkdtemp(join(tmpdir(), "postil-engine-"));
  return {
    open: () =>
      openSqliteStore<typeof operations, typeof operations, typeof streams>({
        file: join(home, "postil.db"),
        readers: 2,
        entry: new URL("./engine.fixture.ts", import.meta.url),
        searchBytes: 2 ** 24,
        laneOf,
      }),
    remove: () => rm(home, { recursive: true }),
  };
});
