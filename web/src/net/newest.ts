/** Requests of which only the newest matters: drags, hovers, searches as one types. */

/**
 * Wraps a slow function so that one call is in course at a time and of those that wait only the newest is made.
 *
 * A call that was overtaken resolves to null.
 */
export function newest<A extends unknown[], R>(
  slow: (...args: A) => Promise<R>,
): (...args: A) => Promise<R | null> {
  let running = false;
  let next: { args: A; done: (result: Promise<R | null> | null) => void } | null = null;

  async function run(args: A): Promise<R> {
    running = true;
    try {
      return await slow(...args);
    } finally {
      running = false;
      const waiting = next;
      next = null;
      if (waiting) waiting.done(run(waiting.args));
    }
  }

  return (...args) => {
    if (!running) return run(args);
    next?.done(null);
    return new Promise((resolve, reject) => {
      next = { args, done: (result) => (result ? result.then(resolve, reject) : resolve(null)) };
    });
  };
}

/** A function that is called once things have been quiet for `ms` milliseconds; `cancel` forgets the last call. */
export function settled<A extends unknown[]>(ms: number, act: (...args: A) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancel = (): void => clearTimeout(timer);
  const later = (...args: A): void => {
    cancel();
    timer = setTimeout(() => act(...args), ms);
  };
  return Object.assign(later, { cancel });
}
