// Whoever goes back, or reloads, finds the place that they left. Rows come after the screen is
// drawn, and the router scrolls only once, when the page is still too short: this goes on as the
// page grows.
import type { ParsedLocation, RegisteredRouter } from "@tanstack/react-router";
import { readKey, writeKey } from "./browser-storage.ts";

/** In the session's storage: the place at the last reload. */
const PLACE_KEY = "place";

/** A list that has not come by then is not what somebody left. */
const PATIENCE_MS = 10_000;

/** Who moves by themselves wants to be somewhere else. */
const moves = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/** Of an entry of the browser's history: says nothing about the page. */
const nameOf = ({ state }: ParsedLocation) => state.__TSR_key ?? "";

/** @returns ends it */
function scrollAsItGrows(top: number): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const done = () => ending.abort();
  const isThere = () => document.documentElement.scrollHeight - window.innerHeight >= top;
  if (isThere()) return done;
  const follow = new ResizeObserver(() => {
    // As far as it goes: a list loads its next page when its end comes into view.
    window.scrollTo({ top, behavior: "instant" });
    if (isThere()) done();
  });
  follow.observe(document.body);
  const timer = setTimeout(done, PATIENCE_MS);
  for (const move of moves) window.addEventListener(move, done, { signal, passive: true });
  signal.addEventListener("abort", () => {
    follow.disconnect();
    clearTimeout(timer);
  });
  return done;
}

export function keepPlace(router: RegisteredRouter): void {
  const places = new Map<string, number>();
  const [entry, top] = readKey(PLACE_KEY, "session")?.split(" ") ?? [];
  if (entry) places.set(entry, Number(top));
  let returned = true;
  let stop: (() => void) | undefined;
  router.history.subscribe(({ action }) => {
    returned = action.type !== "PUSH" && action.type !== "REPLACE";
    stop?.();
  });
  router.subscribe("onBeforeLoad", ({ fromLocation }) => {
    if (fromLocation) places.set(nameOf(fromLocation), window.scrollY);
  });
  router.subscribe("onRendered", ({ toLocation }) => {
    const left = returned && places.get(nameOf(toLocation));
    returned = false;
    if (left) stop = scrollAsItGrows(left);
  });
  window.addEventListener("pagehide", () => {
    writeKey(PLACE_KEY, `${nameOf(router.latestLocation)} ${window.scrollY}`, "session");
  });
}
