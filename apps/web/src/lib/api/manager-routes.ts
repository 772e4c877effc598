import { routes } from "virtual:postil-routes/managers";
import { addRoutes } from "./routes.ts";

// Importing this file makes the calls of admins, of managers of a workspace and of owners known.
addRoutes(routes);
