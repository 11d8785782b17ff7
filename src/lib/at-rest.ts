// Prefetches what the next screen needs while the page is idle.

const LATER_MS = 100;

/** A loading page may be idle too: wait for the heading. */
const isScreenThere = () => document.querySelector("h1") !== null;

/**
 * Runs the task when a screen is rendered and idle; after two seconds in browsers without idle
 * callbacks (Safari).
 */
export function atRest(task: () => void): void {
  const look = () => (isScreenThere() ? task() : setTimeout(rest, LATER_MS));
  const rest = () => (typeof requestIdleCallback === "function" ? requestIdleCallback(look) : setTimeout(look, 2_000));
  rest();
}
