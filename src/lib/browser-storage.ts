// Small values in local or session storage (language, theme). Never throws: where storage is
// blocked or full, a value is not remembered. Never for rows: those are in the local database.

type Area = "local" | "session";
const areaOf = (area: Area) => (area === "local" ? window.localStorage : window.sessionStorage);

export function readKey(key: string, area: Area = "local"): string | null {
  try {
    return areaOf(area).getItem(key);
  } catch {
    return null;
  }
}

/** @returns whether it was stored */
export function writeKey(key: string, value: string | null, area: Area = "local"): boolean {
  try {
    if (value === null) areaOf(area).removeItem(key);
    else areaOf(area).setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

function keysWith(prefix: string, area: Area): string[] {
  try {
    return Object.keys(areaOf(area)).filter((key) => key.startsWith(prefix));
  } catch {
    return []; // Storage is blocked, so it is empty.
  }
}

/** The values of all keys that begin with a prefix. */
export const readKeys = (prefix: string, area: Area = "local"): string[] =>
  keysWith(prefix, area).flatMap((key) => readKey(key, area) ?? []);

/** Removes all keys that begin with a prefix. */
export function removeKeys(prefix: string, area: Area = "local"): void {
  for (const key of keysWith(prefix, area)) writeKey(key, null, area);
}
