const waiting: (() => void)[] = [];

function admit(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(admit);
}

/**
 * Resolves in a round of the event loop of one's own. What comes in faster than it is worth is read a part a round, so that
 * every other request has its round between.
 */
export function takeTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(admit);
  });
}
