import { routes } from "virtual:postil-routes/members";
import { addRoutes } from "./routes.ts";

// Importing this file registers the calls of workspace members.
addRoutes(routes);
