import type { Call } from "../client/api-client.ts";
import { StartFailure } from "../start-failure.ts";
import { subCommands, table } from "./command.ts";
import { refusedAs } from "./find.ts";
import { onServer } from "./with-server.ts";

export const BIN_USAGE = `postil bin list                    deleted datasets, records and people who can be restored, the latest first
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
      ...[
        item.id,
        item.kind,
        item.kind === "person" ? item.name : `${item.workspace}.${item.name}`,
        item.task,
        String(item.records),
      ],
      ...[item.deleted_by?.username ?? "-", item.deleted_at.slice(0, 16), item.kept_until.slice(0, 10)],
    ]);
    return table([["id", "kind", "what", "task", "records", "deleted by", "at (UTC)", "kept until"], ...rows]);
  }),
  restore: onServer(["ID"], ([id]) => async ({ call }) => {
    const deleted = await find(call, id);
    if (deleted.kind === "dataset" && deleted.workspace_id === null)
      throw new StartFailure(
        `Workspace ${deleted.workspace} is deleted too; restore ${deleted.name} on the page, which asks for another one.`,
      );
    const body = deleted.taken_at === null ? {} : { name: deleted.offered_name };
    const made = await call("restoreDeleted", { params: { deleted_id: id }, body });
    const { name, workspace } = made;
    if (deleted.kind === "records") return backText(`${workspace}.${name}`, deleted.records, made);
    if (deleted.kind === "person")
      return `Restored ${deleted.name}${name === deleted.name ? "" : ` as ${name}, because the name is taken`}. \`postil users invite ${name}\` makes a link to choose a password.`;
    const as = name === deleted.name ? "" : ` as ${name}, because its name is taken`;
    return `Restored ${deleted.name} in workspace ${workspace}${as}.`;
  }),
  remove: onServer(["ID"], ([id]) => async ({ call }) => {
    const { kind, name, workspace, records } = await find(call, id);
    await call("removeDeleted", { params: { deleted_id: id } });
    if (kind === "person") return `${name} cannot be restored any more.`;
    const what = kind === "records" ? `${records} deleted records of ${name}` : name;
    return `Removed ${what} of workspace ${workspace} for good.`;
  }),
});

type Back = { readonly restored: number | null; readonly left: number };

function backText(dataset: string, records: number, { restored, left }: Back): string {
  if (restored === null) return `${records} records of ${dataset} come back now, a few at a time.`;
  const stays = left === 0 ? "" : ` ${left} stay deleted, because other records have their ids now.`;
  return `Restored ${restored} records of ${dataset}.${stays}`;
}
