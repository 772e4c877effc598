import fc from "fast-check";

// What fast-check draws comes from the seed of the run (vitest.config.ts), unless a test gives its own.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.POSTIL_SEED) });
