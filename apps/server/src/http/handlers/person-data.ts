import { Readable } from "node:stream";
import type { ExportEnd } from "@postil/domain/accounts/audit";
import { requireSelfOrOwner } from "../../export/export-person.ts";
import { requireAccount } from "../../usecases/refuse.ts";
import { type HandlerContext, type Handlers, ReplyWith } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";
import { holdRight, noteUnfinished, whileHeld } from "./exports.ts";

/** All that is kept about a person as one file, for them and for owners (OPD-01, OPD-02). */
export function personDataHandlers({
  store,
  accounts,
  exports,
  uploads,
  lastSeen,
  keyUses,
  reads,
  warn,
}: HandlerParts) {
  const send = async (userId: string, context: HandlerContext) => {
    const { caller, left } = context;
    // The latest of these are in memory only.
    await Promise.all([lastSeen.flush(), keyUses.flush(), reads.flush()]);
    const files = uploads.list(userId).map(({ file, bytes, state }) => ({ file, bytes, state }));
    const right = holdRight(accounts, context, async (now) => requireSelfOrOwner({ caller: now }, userId));
    const gone = AbortSignal.any([left, exports.ending, right.lost]);
    const parts = whileHeld(right, store.stream("exportPerson", caller, { userId, files }, gone));
    try {
      const first = await parts.next();
      if (first.done) throw new Error("The data of a person ends before it begins.");
      await right.check();
      const { username } = first.value.note;
      const person = caller?.id === userId ? {} : { person: { id: userId, username } };
      await store.write("noteExport", caller, { kind: "person_exported", ...person });
      async function* bytesOf() {
        for await (const { bytes } of parts) yield bytes;
      }
      const stream = Readable.from(bytesOf(), { objectMode: false });
      stream.once("close", right.release);
      const note = (end: ExportEnd) =>
        store.write("noteExport", caller, { kind: "file_unfinished", told: { of: "person", end }, ...person });
      noteUnfinished(stream, { gone, lost: right.lost, note, warn });
      const headers = {
        "content-type": "application/zip",
        "content-disposition": `attachment; filename="${username}-data.zip"`,
      };
      return new ReplyWith(null, { headers, stream });
    } catch (error) {
      right.release();
      // The next export of this person may begin.
      await parts.return();
      throw error;
    }
  };
  return {
    exportMyData: (_asked, context) => send(requireAccount(context).id, context),
    exportPersonData: ({ params }, context) => send(params.user_id, context),
  } satisfies Partial<Handlers>;
}
