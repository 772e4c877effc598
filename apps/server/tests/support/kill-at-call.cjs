// Ends the process as a kill does, just before its call number POSTIL_TEST_KILL_AT of those that change what is on the disk.
const fs = require("node:fs");
const { syncBuiltinESMExports } = require("node:module");

let left = Number(process.env.POSTIL_TEST_KILL_AT);
const counted = (call) =>
  function (...args) {
    if (--left === 0) process.kill(process.pid, "SIGKILL");
    return call.apply(this, args);
  };
for (const name of ["renameSync", "mkdirSync", "rmdirSync", "rmSync", "fsyncSync", "writeSync"])
  fs[name] = counted(fs[name]);
for (const name of ["rename", "open"]) fs.promises[name] = counted(fs.promises[name]);
syncBuiltinESMExports();
