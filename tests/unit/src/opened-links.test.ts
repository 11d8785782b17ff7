import { expect, test, vi } from "vitest";
import {
  forgetOpenedLink,
  readOpenedLink,
  type TokenPlace,
} from "../../../src/features/organizations/invitation-token.ts";
import { MemoryStorage } from "../../fixtures/memory-storage.ts";

const token = "0123456789abcdef".repeat(4);
let sessionStorage = new MemoryStorage();
/** Opens the page at this address in the same tab. */
const open = (address: string) => {
  const { pathname, search, hash } = new URL(address, "https://app.test");
  vi.stubGlobal("window", { location: { origin: "https://app.test", pathname, search, hash }, sessionStorage });
  return readOpenedLink(pathname as TokenPlace);
};

test.each(["/join", "/invitation", "/summary"] as const)(
  "%s without a token or with a damaged one opens nothing that this tab opened before",
  (place) => {
    sessionStorage = new MemoryStorage();
    const opened = open(`${place}#${token}`);
    expect(opened?.token).toBe(token);
    expect(opened?.address).not.toContain(token);
    const back = opened?.address ?? "";
    // Simulates a reload, then the return from login or sign-up.
    for (let i = 0; i < 2; i += 1) expect(open(back)).toEqual({ token, address: back });
    const others = ["/join", "/invitation", "/summary"].filter((other) => other !== place);
    for (const bare of [
      "",
      "#",
      `#${token.slice(1)}`,
      `#${token}x`,
      "?return=",
      "?return=00000000",
      "?utm_source=mail",
      `${back.slice(place.length)}#x`,
    ])
      expect([bare, open(place + bare)]).toEqual([bare, null]);
    for (const other of others) expect(open(back.replace(place, other))).toBeNull();
    expect(open(back)?.token).toBe(token);
    forgetOpenedLink(back);
    expect(open(back)).toBeNull();
    expect(Object.keys(sessionStorage)).toEqual([]);
  },
);

test("the return address is worthless in another tab", () => {
  sessionStorage = new MemoryStorage();
  const back = open(`/join#${token}`)?.address ?? "";
  sessionStorage = new MemoryStorage();
  expect(open(back)).toBeNull();
});

test("/join?invitation= is a personal invitation and stays in the address", () => {
  const own = "/join?invitation=00000000-0000-4000-8000-000000000001";
  expect(open(own)).toEqual({ token: own.slice(-36), address: own });
  expect(open(own.replace("/join", "/summary"))).toBeNull();
});
