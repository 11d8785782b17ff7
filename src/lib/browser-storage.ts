// Small values kept in this browser (language, theme). Storage may be blocked or full: then a value
// is simply not remembered, and nothing here ever throws. Never for rows: those live in the store.

type Area = "local" | "session";
const areaOf = (area: Area) => (area === "local" ? window.localStorage : window.sessionStorage);

export function readKey(key: string, area: Area = "local"): string | null {
  try {
    return areaOf(area).getItem(key);
  } catch {
    return null;
  }
}

/** True when it is kept. */
export function writeKey(key: string, value: string | null, area: Area = "local"): boolean {
  try {
    if (value === null) areaOf(area).removeItem(key);
    else areaOf(area).setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/**
 * Forgets what a page that was closed noted of a person's words (keys are `what:whose`). For
 * logging out.
 */
export function clearPersonalKeys(): void {
  for (const area of ["local", "session"] as const) {
    try {
      for (const key of Object.keys(areaOf(area))) if (/^[a-z-]+:/.test(key)) areaOf(area).removeItem(key);
    } catch {
      // Storage is blocked: there is nothing in it either.
    }
  }
}
