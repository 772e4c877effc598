const waiting: (() => void)[] = [];

function admit(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(admit);
}

/**
 * Resolves in a separate turn of the event loop. Fast input is read one part per turn, so that other requests can run in
 * between.
 */
export function takeTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(admit);
  });
}
