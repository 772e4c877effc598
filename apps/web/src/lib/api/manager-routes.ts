import { routes } from "virtual:postil-routes/managers";
import { addRoutes } from "./routes.ts";

// Importing this file registers the calls of admins, workspace managers and owners.
addRoutes(routes);
