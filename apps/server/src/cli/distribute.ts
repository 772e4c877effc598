import { counted } from "../import/row.ts";
import { StartFailure } from "../start-failure.ts";
import { type Command, readArguments } from "./command.ts";
import { settingsOrFail } from "./with-server.ts";

export const DISTRIBUTE_USAGE = `postil distribute [--apply]        prints what spreads the tables of records over a cluster (PostgreSQL with Citus);
                                   --apply runs it, while no server uses the database`;

/** `postil distribute`: what is there already is left out, so it can be run again after a failure and after an upgrade (PGS-40). */
export const distribute: Command = async (args, around) => {
  const { values } = readArguments(args, "apply", [], DISTRIBUTE_USAGE);
  const cluster = await around.clusterOf(settingsOrFail(around));
  if (cluster === null)
    throw new StartFailure("The data is in the home folder: POSTIL_DATABASE_URL names the database of a cluster.");
  const { servers, statements } = await cluster.plan();
  const where = `The cluster has ${counted(servers, "server")} for records`;
  if (statements.length === 0) {
    around.print(`${where}, and all tables lie as they should.`);
    return 0;
  }
  if (values.apply) {
    const done = await cluster.layOut(around.print);
    around.print(`${where}. ${counted(done, "table")} lie there now.`);
    return 0;
  }
  around.print(`-- ${where}. --apply runs this, while no server uses the database.`);
  for (const statement of statements) around.print(`${statement};`);
  return 0;
};
