import { basePath } from "./base-path.ts";

/** The address at which other programs reach this server, without a slash at the end. */
export const serverAddress = (): string => window.location.origin + basePath().slice(0, -1);
