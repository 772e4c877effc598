import { backupsToWire } from "@postil/contract/accounts/administration-mapping";
import { operatorAsCaller } from "../../usecases/accounts/operator.ts";
import { forbidden } from "../../usecases/refuse.ts";
import type { Handlers } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";

/** Backups of all data. Both calls are for owners, which the route table says. */
export function backupHandlers({ backups }: HandlerParts) {
  return {
    getBackups: async () => backupsToWire(backups.state()),
    makeBackup: async ({ body }, { caller }) => {
      // A path is one of the server's machine, so only somebody at that machine gives one.
      if (body.path !== null && caller?.id !== operatorAsCaller.id) throw forbidden();
      return { id: backups.make(body) };
    },
  } satisfies Partial<Handlers>;
}
