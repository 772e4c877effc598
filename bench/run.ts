import { benchPage } from "./page.ts";
import { benchServer } from "./server.ts";

/**
 * `npm run bench -- server [sizes]`, `npm run bench -- page`. Takes minutes, wants the machine to itself, writes
 * `bench/results/<name>.md`.
 */
const [what = "server", ...rest] = process.argv.slice(2);
const sizes = rest.length > 0 ? rest.map(Number) : [10_000, 100_000, 1_000_000];

if (what === "server") await benchServer(sizes);
else if (what === "page") await benchPage();
else throw new Error(`No bench named ${what}; there are: server, page.`);
