import type { WireEngine } from "@postil/contract/routes/info";
import { WIRE_VERSION } from "@postil/contract/version";
import { VERSION } from "../../version.ts";
import type { Handlers } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";
import { memoryUse } from "../memory.ts";

/** Postil has no separate search engine. Clients that ask for one get data that they can read. */
const ENGINE: WireEngine = {
  name: "postil",
  cluster_name: "postil",
  cluster_uuid: "embedded",
  version: {
    number: "2.12.0",
    build_type: "embedded",
    build_hash: "none",
    build_date: "2024-01-01T00:00:00Z",
    build_snapshot: false,
    lucene_version: "9.9.2",
    minimum_wire_compatibility_version: "7.10.0",
    minimum_index_compatibility_version: "7.0.0",
  },
  tagline: "Records are searched inside Postil",
};

export function infoHandlers({ space, home }: HandlerParts) {
  const version = { version: WIRE_VERSION };
  return {
    getVersion: async () => version,
    getServerVersion: async () => ({ version: VERSION, wire: WIRE_VERSION }),
    getHome: async () => ({ home }),
    getStatus: async () => ({ ...version, search_engine: ENGINE, memory: await memoryUse() }),
    getSettings: async () =>
      space === null
        ? { argilla: {} }
        : { argilla: { show_huggingface_space_persistent_storage_warning: true }, huggingface: space },
    getInfoV0: async () => version,
    getStatusV0: async () => ({ ...version, elasticsearch: ENGINE, mem_info: await memoryUse() }),
  } satisfies Partial<Handlers>;
}
