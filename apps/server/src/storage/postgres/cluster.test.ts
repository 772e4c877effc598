import { describe, expect, test } from "vitest";
import { clusterDatabase, hasCluster, removeClusterDatabase } from "../../../tests/support/cluster.ts";
import { engineContract } from "../engine.contract.ts";
import { laneOf, operations, streams, writers } from "../engine.fixture.ts";
import { faultOf } from "./cluster.ts";
import { openPostgresStore } from "./store.ts";

describe.skipIf(!hasCluster)("a cluster as an engine", () => {
  engineContract(async () => {
    const url = await clusterDatabase();
    return {
      open: () =>
        openPostgresStore<typeof operations, typeof operations, typeof streams>({
          url,
          operations: { whole: operations, streams, writers },
          laneOf,
        }),
      remove: () => removeClusterDatabase(url),
    };
  });
});

test("PGS-40 what is wrong with a cluster is said with the statement that mends it", () => {
  const fine = { citus: "13.2-1", first: 1, servers: 2 };
  expect(faultOf(fine)).toBeNull();
  expect(faultOf({ ...fine, citus: null })).toContain("`create extension citus`");
  expect(faultOf({ ...fine, citus: "11.3-1" })).toBe("it has Citus 11.3-1, and 12 or newer is needed");
  expect(faultOf({ ...fine, first: 0 })).toContain("citus_set_coordinator_host");
  expect(faultOf({ ...fine, servers: 0 })).toContain("citus_add_node");
});
