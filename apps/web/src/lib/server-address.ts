import { basePath } from "./base-path.ts";

/** Where other programs reach this server, without a slash at the end. */
export const serverAddress = (): string => window.location.origin + basePath().slice(0, -1);
