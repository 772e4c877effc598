import { fileURLToPath } from "node:url";

/** The Python of a published client. `node scripts/python-clients.mjs` installs it. */
export const pythonOf = (version: string): string =>
  fileURLToPath(new URL(`../../../../node_modules/.cache/argilla/${version}/bin/python`, import.meta.url));

/** The clients would ask their maker's server for telemetry and for models. */
export const QUIET_CLIENT = {
  ARGILLA_ENABLE_TELEMETRY: "0",
  HF_HUB_OFFLINE: "1",
  HF_HUB_DISABLE_TELEMETRY: "1",
};
