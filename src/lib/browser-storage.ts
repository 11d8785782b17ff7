// Small values in local or session storage, like language and theme. Never throws: if storage is
// blocked or full, nothing is stored. Rows belong in the device database.

type Area = "local" | "session";
const areaOf = (area: Area) => (area === "local" ? window.localStorage : window.sessionStorage);

export function readKey(key: string, area: Area = "local"): string | null {
  try {
    return areaOf(area).getItem(key);
  } catch {
    return null;
  }
}

/** @returns true if stored */
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
    return []; // Storage is blocked.
  }
}

export const readKeys = (prefix: string, area: Area = "local"): string[] =>
  keysWith(prefix, area).flatMap((key) => readKey(key, area) ?? []);

export function removeKeys(prefix: string, area: Area = "local"): void {
  for (const key of keysWith(prefix, area)) writeKey(key, null, area);
}
