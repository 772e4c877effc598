/** The effort of a run: `npm test` uses a fixed seed and a tenth of the runs, `npm run test:long` new seeds and all runs. */
export const LONG = process.env.POSTIL_LONG === "1";

/** The seed of this run; fast-check uses it automatically. The run prints it, and POSTIL_SEED sets it again. */
export const SEED = Number(process.env.POSTIL_SEED);

/** The number of repetitions in this run, given the number in a long run. */
export const times = (inLongRun: number): number => (LONG ? inLongRun : Math.ceil(inLongRun / 10));
