// What a first screen does not need, and the next one will: fetched when nothing else is to do.

const LATER_MS = 100;

/** While a screen loads the page is idle, too: nothing may come before its heading. */
const isScreenThere = () => document.querySelector("h1") !== null;

/** Once a screen is there and idle; after two seconds where the browser cannot tell (Safari). */
export function atRest(task: () => void): void {
  const look = () => (isScreenThere() ? task() : setTimeout(rest, LATER_MS));
  const rest = () => (typeof requestIdleCallback === "function" ? requestIdleCallback(look) : setTimeout(look, 2_000));
  rest();
}
