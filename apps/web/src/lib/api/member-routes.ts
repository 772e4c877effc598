import { routes } from "virtual:postil-routes/members";
import { addFailureCodes } from "./failure.ts";
import { MEMBER_FAILURE_CODES } from "./failure-codes.ts";
import { addRoutes } from "./routes.ts";

// Importing this file registers the calls of workspace members, and the failure codes of all calls behind sign-in.
addRoutes(routes);
addFailureCodes(MEMBER_FAILURE_CODES);
