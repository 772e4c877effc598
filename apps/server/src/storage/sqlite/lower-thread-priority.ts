import { getPriority, setPriority } from "node:os";

/** Of two that want the same core, this one gets a quarter of it. */
const STEPS = 5;
const LAST = 19;

/**
 * Puts the calling thread behind the others of the process where more of them want to run than there are cores. A read takes the
 * core for its slice of milliseconds; a save wakes up several times, for its message and when the disk is done, and would wait
 * for the end of such a slice each time. Of single threads Linux alone takes it, elsewhere it would be of the whole process.
 */
export function lowerThreadPriority(): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(Math.min(LAST, getPriority() + STEPS));
  } catch {
    // A sandbox may refuse it: then reads and saves take equal turns, and everything else is as it was.
  }
}
