import fc from "fast-check";

// fast-check draws its values from the run's seed (vitest.config.ts), unless a test gives its own seed.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.POSTIL_SEED) });
