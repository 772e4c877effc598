/** How much is tried: `npm test` takes a fixed seed and a tenth of the repetition, `npm run test:long` new seeds and all of it. */
const LONG = process.env.POSTIL_LONG === "1";

/** Of this run; what fast-check draws has it anyway. The run prints it, and takes it back as POSTIL_SEED. */
export const SEED = Number(process.env.POSTIL_SEED);

/** How often something is tried that a long run tries so many times. */
export const times = (inLongRun: number): number => (LONG ? inLongRun : Math.ceil(inLongRun / 10));
