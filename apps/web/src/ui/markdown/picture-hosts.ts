import { createContext } from "react";

/** Hosts whose pictures load at once, as `URL.host` spells them: those that the dataset's settings name. */
export const PictureHosts = createContext<ReadonlySet<string>>(new Set());
