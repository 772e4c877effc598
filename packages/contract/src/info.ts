import { z } from "zod";
import { route } from "./route.ts";

/**
 * The version of the wire format, not of Postil: clients compare its first two parts with their own and warn when they
 * differ (contract api-v1 5.11).
 */
export const WIRE_VERSION = "1.29.1";

/** Public information about the server (contract api-v1 rows 64 to 66; api-v0 rows 11, 12). */

const Version = z.object({ version: z.string() });
const Memory = z.object({
  rss: z.string(),
  vms: z.string(),
  shared: z.string(),
  text: z.string(),
  lib: z.string(),
  data: z.string(),
  dirty: z.string(),
});

/** The facts about a search engine that the 1.x client reads; it fails if one is missing. */
const Engine = z.object({
  name: z.string(),
  cluster_name: z.string(),
  cluster_uuid: z.string(),
  version: z.object({
    number: z.string(),
    build_type: z.string(),
    build_hash: z.string(),
    build_date: z.string(),
    build_snapshot: z.boolean(),
    lucene_version: z.string(),
    minimum_wire_compatibility_version: z.string(),
    minimum_index_compatibility_version: z.string(),
  }),
  tagline: z.string(),
});
export type WireEngine = z.output<typeof Engine>;
export type WireMemory = z.output<typeof Memory>;

/** Facts from the hosted platform about the space that Postil runs in; unknown ones are absent. */
const Space = z.object({
  space_id: z.string(),
  space_title: z.string().optional(),
  space_subdomain: z.string().optional(),
  space_host: z.string().optional(),
  space_repo_name: z.string().optional(),
  space_author_name: z.string().optional(),
  space_persistent_storage_enabled: z.boolean(),
});
export type WireSpace = z.output<typeof Space>;

const CommandLine = z.object({ home: z.string().nullable(), command: z.string() });
/** `home`: the folder of the server's data, or null if commands find it by themselves. `command`: the program, as people type it. */
export type CommandLine = z.output<typeof CommandLine>;

export const infoRoutes = {
  getVersion: route("GET", "/api/v1/version", "open", {
    summary: "The version of the wire format",
    replies: { 200: Version },
  }),
  getServerVersion: route("GET", "/api/postil/v1/version", "open", {
    summary: "The version of Postil, and that of the wire format",
    replies: { 200: z.object({ version: z.string(), wire: z.string() }) },
  }),
  getHome: route("GET", "/api/postil/v1/home", "owner", {
    summary:
      "How commands on the server's machine are called: the folder of its data, where they have to be told of it, and the program",
    replies: { 200: CommandLine },
  }),
  getStatus: route("GET", "/api/v1/status", "open", {
    summary: "Version, search and memory",
    replies: { 200: Version.extend({ search_engine: Engine, memory: Memory }) },
  }),
  getSettings: route("GET", "/api/v1/settings", "open", {
    summary: "Settings the page needs before sign-in",
    replies: {
      200: z.object({
        argilla: z.object({ show_huggingface_space_persistent_storage_warning: z.boolean().optional() }),
        huggingface: Space.optional(),
      }),
    },
  }),
  getInfoV0: route("GET", "/api/_info", "open", {
    summary: "The version of the wire format",
    replies: { 200: Version },
  }),
  getStatusV0: route("GET", "/api/_status", "open", {
    summary: "Version, search and memory",
    replies: { 200: Version.extend({ elasticsearch: Engine, mem_info: Memory }) },
  }),
};
