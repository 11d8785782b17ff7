// The last home page used in this browser, for the landing page, which loads no session. Not
// verified: guards check the session.
import { readKey, writeKey } from "../lib/browser-storage.ts";
import { REMEMBERED_HOME_KEY } from "../lib/constants.ts";

const homes = { tester: "/tester", developer: "/developer", admin: "/admin" } as const;
export type HomeRole = keyof typeof homes;

export const homeOf = (role: HomeRole): (typeof homes)[HomeRole] => homes[role];

export function rememberedHome(): (typeof homes)[HomeRole] | null {
  const role = readKey(REMEMBERED_HOME_KEY);
  return role === "tester" || role === "developer" || role === "admin" ? homes[role] : null;
}

export const rememberHome = (role: HomeRole | null) => writeKey(REMEMBERED_HOME_KEY, role);
