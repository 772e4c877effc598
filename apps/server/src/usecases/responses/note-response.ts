import { noteAudit } from "../../storage/audit.ts";
import type { Context } from "../../storage/store.ts";
import { namesOfDataset } from "../datasets/names-of-dataset.ts";
import type { LoadedResponse } from "./load-response.ts";

type Answered = Pick<LoadedResponse, "row" | "record" | "userId">;

/** What was done to the response of somebody else, for the audit trail. */
export async function noteResponse(
  context: Context,
  kind: "response_changed" | "response_deleted",
  { row, record, userId }: Answered,
): Promise<void> {
  const users = context.db.selectFrom("user").select("username").where("key", "=", row.user_key);
  const person = { id: userId, ...(await users.executeTakeFirstOrThrow()) };
  const told = await namesOfDataset(context, record.dataset_key);
  await noteAudit(context, { kind, person, told });
}
