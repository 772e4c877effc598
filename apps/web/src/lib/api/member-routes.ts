import { routes } from "virtual:postil-routes/members";
import { addRoutes } from "./routes.ts";

// Importing this file makes the calls of members of a workspace known.
addRoutes(routes);
