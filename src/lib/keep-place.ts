// Restores the scroll position after going back or reloading, and scrolls to the part of the page
// that the address names (`#announcements`). The router scrolls once, before the rows have loaded;
// this keeps scrolling while the page grows.
import type { ParsedLocation, RegisteredRouter } from "@tanstack/react-router";
import { readKey, writeKey } from "./browser-storage.ts";

const PLACE_KEY = "place";

/** Stops waiting for content that loads later. */
const PATIENCE_MS = 10_000;

/** Stop when the user scrolls, taps or types. */
const moves = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/** Identifies a history entry. */
const nameOf = ({ state }: ParsedLocation) => state.__TSR_key ?? "";

/**
 * @param scroll returns whether the place is there
 * @returns stops it
 */
function scrollAsItGrows(scroll: () => boolean): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const done = () => ending.abort();
  const follow = new ResizeObserver(() => {
    if (scroll()) done();
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

function scrollTo(top: number): boolean {
  const isThere = document.documentElement.scrollHeight - window.innerHeight >= top;
  // As far as possible: a list loads its next page when its end becomes visible.
  window.scrollTo({ top, behavior: "instant" });
  return isThere;
}

function scrollToPart(id: string): boolean {
  const part = document.getElementById(id);
  part?.scrollIntoView({ behavior: "instant" });
  return part !== null;
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
    const left = returned ? places.get(nameOf(toLocation)) : undefined;
    const { hash } = toLocation;
    returned = false;
    if (left) stop = scrollAsItGrows(() => scrollTo(left));
    else if (left === undefined && hash) stop = scrollAsItGrows(() => scrollToPart(hash));
  });
  window.addEventListener("pagehide", () => {
    writeKey(PLACE_KEY, `${nameOf(router.latestLocation)} ${window.scrollY}`, "session");
  });
}
