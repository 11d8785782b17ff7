import { expect, test } from "vitest";
import { isTouchApple, manualInstall, takesShares } from "../../../src/state/install.ts";

const mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit";
const safari = (version: string) => `${mac}/605.1.15 (KHTML, like Gecko) Version/${version} Safari/605.1.15`;
const platforms = {
  iphone: {
    userAgent:
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
    maxTouchPoints: 5,
  },
  ipad: { userAgent: safari("18.5"), maxTouchPoints: 5 },
  safari: { userAgent: safari("18.5"), maxTouchPoints: 0 },
  oldSafari: { userAgent: safari("16.6"), maxTouchPoints: 0 },
  macChrome: { userAgent: `${mac}/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36`, maxTouchPoints: 0 },
  macFirefox: {
    userAgent: "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:153.0) Gecko/20100101 Firefox/153.0",
    maxTouchPoints: 0,
  },
  android: {
    userAgent:
      "Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36",
    maxTouchPoints: 5,
  },
  androidFirefox: {
    userAgent: "Mozilla/5.0 (Android 16; Mobile; rv:153.0) Gecko/153.0 Firefox/153.0",
    maxTouchPoints: 5,
  },
  gnome: {
    userAgent: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/60.5 Safari/605.1.15",
    maxTouchPoints: 0,
  },
} as const;

test("O3 installing uses the platform's own way: the share menu, the Dock, or none", () => {
  const ways = Object.fromEntries(Object.entries(platforms).map(([name, one]) => [name, manualInstall(one)]));
  expect(ways).toEqual({
    ...{ iphone: "share_menu", ipad: "share_menu", safari: "dock", oldSafari: "none", macChrome: "none" },
    ...{ macFirefox: "none", android: "none", androidFirefox: "none", gnome: "none" },
  });
  expect([isTouchApple(platforms.ipad), isTouchApple(platforms.safari)]).toEqual([true, false]);
});

test("O3 offers sharing into a report only where an installed app receives shares", () => {
  const able = Object.entries(platforms).filter(([, one]) => takesShares(one));
  expect(able.map(([name]) => name)).toEqual(["android"]);
});
