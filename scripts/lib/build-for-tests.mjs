import { rmSync } from "node:fs";
import { buildServer } from "./built.mjs";
import { makeScratch } from "./scratch.mjs";

/**
 * Builds the server, because tests start the built server and its store threads. In watch mode, builds at each change. What
 * tests leave in the folder for temporary files ends with the run.
 */
export default async function buildForTests(project) {
  const scratch = makeScratch();
  process.env.TMPDIR = scratch;
  await buildServer();
  project.onTestsRerun(buildServer);
  return () => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
}
