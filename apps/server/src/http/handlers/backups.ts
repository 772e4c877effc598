import { backupsToWire, storeFileToWire, warningToWire } from "@postil/contract/accounts/administration-mapping";
import { operatorAsCaller } from "../../usecases/accounts/operator.ts";
import { forbidden } from "../../usecases/refuse.ts";
import type { Handlers } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";

/** Backups of all data, and what owners are told of the server. The route table says that both calls are for owners. */
export function backupHandlers({ backups, state, compaction }: HandlerParts) {
  return {
    getServerState: async () => ({
      backups: backupsToWire(backups.state()),
      warnings: state.warnings().map(warningToWire),
    }),
    makeBackup: async ({ body }, { caller }) => {
      // A path is one of the server's machine, so only somebody at that machine gives one.
      if (body.path !== null && caller?.id !== operatorAsCaller.id) throw forbidden();
      return { id: backups.make(body, caller) };
    },
    getStoreFile: async () => storeFileToWire(await compaction.state()),
    compactStore: async (_, { caller }) => ({ id: await compaction.begin(caller) }),
  } satisfies Partial<Handlers>;
}
