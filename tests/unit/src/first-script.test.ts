// Tests public/theme.js, the only script that runs before the first paint.
import { readdirSync, readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { PERSON_KEY } from "../../../src/lib/constants.ts";
import { authKey } from "../../../sync/auth/auth-storage.ts";
import { personKey } from "../../../sync/auth/person-key.ts";

const script = readFileSync("public/theme.js", "utf8");
const signedIn = "src/routes/_signed-in";

/** Returns the address that the script redirects a visitor to, or null. */
function ledTo(
  address: string,
  kept: Record<string, string> = {},
  ofTab: Record<string, string> = {},
  cookie = "",
): string | null {
  let to: string | null = null;
  const { pathname, search, hash } = new URL(address, "https://beta.example.com");
  runInNewContext(script, {
    document: { documentElement: { dataset: {}, lang: "en", style: { setProperty: () => undefined } }, cookie },
    localStorage: {
      getItem: (key: string) => kept[key] ?? null,
      removeItem: (key: string) => void Reflect.deleteProperty(kept, key),
    },
    sessionStorage: { getItem: (key: string) => ofTab[key] ?? null },
    location: { pathname, search, hash, replace: (other: string) => (to = other) },
    URLSearchParams,
  });
  return to;
}

/** First path segments of signed-in pages. */
const guarded = new Set(
  readdirSync(signedIn).flatMap((name) =>
    name.startsWith("(")
      ? readdirSync(`${signedIn}/${name}`).map((file) => file.split(".")[0] ?? "")
      : [name.replace(".tsx", "")],
  ),
);

test("S5 R1 a visitor of each signed-in page is redirected to login before the app loads", () => {
  const named = /\\\/\(([a-z|]+)\)/.exec(script)?.[1]?.split("|");
  expect(named).toEqual([...guarded].sort());
  for (const name of guarded) {
    expect(ledTo(`/${name}`)).toBe(`/login?redirect=%2F${name}`);
    expect(ledTo(`/${name}/x?q=a&b=1#c`)).toBe(`/login?redirect=%2F${name}%2Fx%3Fq%3Da%26b%3D1%23c`);
  }
  for (const open of ["/", "/apps", "/login?redirect=%2Ftester", "/testers", "/b/1", "/join", "/auth/callback"])
    expect(ledTo(open)).toBeNull();
});

test("S5 the first script does not redirect signed-in users or visitors from an auth e-mail", () => {
  expect(PERSON_KEY).toBe(personKey);
  const person = { [personKey]: "{}" };
  expect(ledTo("/tester", person)).toBeNull();
  expect(ledTo("/tester", {}, person)).toBeNull();
  expect(ledTo("/tester#access_token=a&refresh_token=b")).toBeNull();
  expect(ledTo("/tester#error_code=otp_expired")).toBeNull();
});

test("S5 T1 the first script ends a session without remember me after the browser was closed", () => {
  const visit = () => ({ [personKey]: "{}", "betaflock-remember": "no", [authKey]: "visit.x", theme: "dark" });
  expect(ledTo("/tester", visit(), {}, "other=1; betaflock-visit=key")).toBeNull();
  const kept: Record<string, string> = visit();
  expect(ledTo("/tester", kept, {}, "other=1")).toBe("/login?redirect=%2Ftester");
  expect(kept).toEqual({ theme: "dark" });
  expect(ledTo("/tester", { ...visit(), "betaflock-remember": "yes" }, {}, "")).toBeNull();
});
