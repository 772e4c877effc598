import type { Call } from "../client/api-client.ts";
import { StartFailure } from "../start-failure.ts";
import { subCommands } from "./command.ts";
import { refusedAs } from "./find.ts";
import { table } from "./table.ts";
import { onServer } from "./with-server.ts";

export const BIN_USAGE = `postil bin list                    deleted datasets that can be restored, the latest first
postil bin restore ID              as the list calls it; under another name if its name is taken
postil bin remove ID               for good`;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const unknown = (id: string): string =>
  `Nothing deleted has the id "${id}"; \`postil bin list\` shows what can be restored.`;

async function find(call: Call, id: string) {
  if (!UUID.test(id)) throw new StartFailure(unknown(id));
  return refusedAs(404, unknown(id), call("getDeleted", { params: { deleted_id: id } }));
}

export const bin = subCommands(BIN_USAGE, {
  list: onServer([], () => async ({ call }) => {
    const { items } = await call("listDeleted", {});
    const rows = items.map((item) => [
      ...[item.id, `${item.workspace}.${item.name}`, item.task, String(item.records)],
      ...[item.deleted_by?.username ?? "-", item.deleted_at.slice(0, 16), item.kept_until.slice(0, 10)],
    ]);
    return table([["id", "dataset", "task", "records", "deleted by", "at (UTC)", "kept until"], ...rows]);
  }),
  restore: onServer(["ID"], ([id]) => async ({ call }) => {
    const deleted = await find(call, id);
    if (deleted.workspace_id === null)
      throw new StartFailure(
        `Workspace ${deleted.workspace} is deleted too; restore ${deleted.name} on the page, which asks for another one.`,
      );
    const body = deleted.taken_at === null ? {} : { name: deleted.offered_name };
    const { name, workspace } = await call("restoreDeleted", { params: { deleted_id: id }, body });
    const as = name === deleted.name ? "" : ` as ${name}, because its name is taken`;
    return `Restored ${deleted.name} in workspace ${workspace}${as}.`;
  }),
  remove: onServer(["ID"], ([id]) => async ({ call }) => {
    const { name, workspace } = await find(call, id);
    await call("removeDeleted", { params: { deleted_id: id } });
    return `Removed ${name} of workspace ${workspace} for good.`;
  }),
});
