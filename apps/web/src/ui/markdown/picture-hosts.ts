import { createContext } from "react";

/** Hosts whose pictures load at once, as `URL.host` writes them. The dataset's settings name them. */
export const PictureHosts = createContext<ReadonlySet<string>>(new Set());
