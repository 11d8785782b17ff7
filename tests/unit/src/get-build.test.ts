import { describe, expect, test } from "vitest";
import { type BuildFile, buildAction, isTooOld, linkAction } from "../../../src/features/catalog/build-action.ts";
import { otherKey, otherPackage, type PackageMetadata } from "../../../src/features/catalog/package-metadata.ts";
import { type DeviceSystem, deviceOf } from "../../../src/features/catalog/user-device.ts";

const webkit = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
const blink = "AppleWebKit/537.36 (KHTML, like Gecko)";
const mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)";

describe("B4 detects the device from its browser", () => {
  test.each<[string, number, string | undefined, DeviceSystem, number | null]>([
    [
      `Mozilla/5.0 (Linux; Android 10; K) ${blink} Chrome/142.0.0.0 Mobile Safari/537.36`,
      5,
      "Android",
      "android",
      null,
    ],
    [`Mozilla/5.0 (Linux; Android 10; K) ${blink} Chrome/142.0.0.0 Safari/537.36`, 10, undefined, "android", null],
    [
      `Mozilla/5.0 (Linux; Android 8.1.0; SM-J530F) ${blink} Chrome/96.0 Mobile Safari/537.36`,
      5,
      undefined,
      "android",
      8,
    ],
    [
      `Mozilla/5.0 (Linux; Android 10; K) ${blink} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
      5,
      "Android",
      "android",
      null,
    ],
    ["Mozilla/5.0 (Android 14; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0", 5, undefined, "android", 14],
    ["Mozilla/5.0 (Android 15; Tablet; rv:143.0) Gecko/143.0 Firefox/143.0", 5, undefined, "android", 15],
    // "Desktop site" on an Android phone leaves only the touch screen, which computers have too.
    [`Mozilla/5.0 (X11; Linux x86_64) ${blink} Chrome/142.0.0.0 Safari/537.36`, 5, "Android", "android", null],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) ${webkit} Version/17.6 Mobile/15E148 Safari/604.1`,
      5,
      undefined,
      "iphone",
      17,
    ],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${webkit} Version/26.0 Mobile/15E148 Safari/604.1`,
      5,
      undefined,
      "iphone",
      null,
    ],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 16_7 like Mac OS X) ${webkit} CriOS/141.0 Mobile/15E148 Safari/604.1`,
      5,
      undefined,
      "iphone",
      16,
    ],
    [
      `Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) ${webkit} Version/12.1 Mobile/15E148 Safari/604.1`,
      5,
      undefined,
      "ipad",
      12,
    ],
    [`${mac} ${webkit} Version/18.5 Safari/605.1.15`, 5, undefined, "ipad", null],
    [`${mac} ${webkit} Version/18.5 Safari/605.1.15`, 0, undefined, "mac", null],
    [`${mac} ${blink} Chrome/142.0.0.0 Safari/537.36`, 0, "macOS", "mac", null],
    ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0", 0, undefined, "mac", null],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
      10,
      "Windows",
      "windows",
      null,
    ],
    ["Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0", 0, undefined, "windows", null],
    [`Mozilla/5.0 (X11; Linux x86_64) ${blink} Chrome/142.0.0.0 Safari/537.36`, 0, "Linux", "linux", null],
    ["Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0", 0, undefined, "linux", null],
    [
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${blink} Chrome/142.0.0.0 Safari/537.36`,
      0,
      "Chrome OS",
      "chromeos",
      null,
    ],
    [
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${blink} Chrome/142.0.0.0 Safari/537.36`,
      0,
      undefined,
      "chromeos",
      null,
    ],
    [
      "Mozilla/5.0 (PlayStation; PlayStation 5/8.00) AppleWebKit/605.1.15 Version/16.0 Safari/605.1.15",
      0,
      undefined,
      "other",
      null,
    ],
    ["", 0, undefined, "other", null],
  ])("%s, touches %i, says %s: %s", (userAgent, maxTouchPoints, platform, system, version) => {
    const userAgentData = platform === undefined ? undefined : { platform };
    expect(deviceOf({ userAgent, maxTouchPoints, userAgentData })).toEqual({ system, version });
  });
});

const file = (more: Partial<BuildFile>): BuildFile => ({
  ...{ kind: "file", link_url: "", file_path: "dana/abc", platform: "", signing_kind: "", min_os: "" },
  ...{
    file_name: "app",
    checked_at: "2026-01-01T00:00:00.000Z",
    check_failure: "",
    status: "published",
    file_removed_at: null,
  },
  ...{ expires_at: null, signing_expires_at: null, ...more },
});
const now = Date.parse("2026-06-01T12:00:00.000Z");
const on = (system: DeviceSystem, version: number | null = null) => ({ system, version });

describe("B4 S10 S28 “Get the build” offers the right action for each device", () => {
  const apk = file({ platform: "android" });
  const ipa = file({ platform: "ios", signing_kind: "ad_hoc" });

  test.each<[string, BuildFile, Parameters<typeof buildAction>[1], DeviceSystem, unknown]>([
    ["an APK on Android", apk, "android", "android", { do: "download" }],
    ["an APK on a computer", apk, "android", "windows", { do: "elsewhere", runsOn: "android", link: null }],
    ["an APK on an iPhone", apk, "android", "iphone", { do: "elsewhere", runsOn: "android", link: null }],
    ["an IPA on an iPhone", ipa, "ios", "iphone", { do: "install" }],
    ["an IPA on an iPad", ipa, "ios", "ipad", { do: "install" }],
    ["an IPA on a Mac", ipa, "ios", "mac", { do: "elsewhere", runsOn: "ios", link: null }],
    [
      "an IPA for the store",
      file({ platform: "ios", signing_kind: "app_store" }),
      "ios",
      "iphone",
      { do: "never", why: "app_store" },
    ],
    [
      "an IPA of the simulator",
      file({ platform: "ios", signing_kind: "simulator" }),
      "ios",
      "mac",
      { do: "never", why: "simulator" },
    ],
    ["an APK that is being read", file({ checked_at: null }), "android", "android", { do: "unread" }],
    ["a build for Windows that is being read", file({ checked_at: null }), "windows", "windows", { do: "unread" }],
    [
      "an app bundle",
      file({ file_name: "map.aab", checked_at: "2026-01-01T00:00:00.000Z", check_failure: "app_bundle" }),
      "android",
      "android",
      { do: "never", why: "no_app" },
    ],
    [
      "a package that the server could not read",
      file({ file_name: "map.apk", checked_at: "2026-01-01T00:00:00.000Z", check_failure: "damaged" }),
      "android",
      "android",
      { do: "download" },
    ],
    ["a build for Windows there", file({}), "windows", "windows", { do: "download" }],
    [
      "a build for Windows on a phone",
      file({}),
      "windows",
      "android",
      { do: "elsewhere", runsOn: "windows", link: null },
    ],
    ["a build for macOS there", file({}), "macos", "mac", { do: "download" }],
    ["a file of a web app", file({}), "web", "iphone", { do: "download" }],
    ["a device that says nothing", apk, "android", "other", { do: "download" }],
    ["no file", file({ file_path: "" }), "android", "android", { do: "nothing" }],
    ["a withdrawn one", file({ status: "withdrawn" }), "android", "android", { do: "ended", why: "withdrawn" }],
    [
      "an expired link",
      file({ kind: "link", link_url: "https://example.com", status: "expired" }),
      "web",
      "mac",
      { do: "ended", why: "expired" },
    ],
    [
      "one whose last day has passed",
      file({ expires_at: "2026-06-01T12:00:00.000Z", signing_expires_at: "2026-07-01T00:00:00.000Z" }),
      "android",
      "android",
      { do: "ended", why: "expired" },
    ],
    [
      "a draft whose signature has ended",
      file({ status: "draft", expires_at: "2026-07-01T00:00:00.000Z", signing_expires_at: "2026-05-01T00:00:00.000Z" }),
      "android",
      "android",
      { do: "ended", why: "expired" },
    ],
    ["one that ends later", file({ expires_at: "2026-06-01T12:00:00.001Z" }), "android", "android", { do: "download" }],
    [
      "one whose file is gone",
      file({ file_removed_at: "2026-01-01T00:00:00.000Z" }),
      "android",
      "android",
      { do: "ended", why: "removed" },
    ],
    [
      "a link that runs a script",
      file({ kind: "link", link_url: "javascript:alert(1)" }),
      "web",
      "mac",
      { do: "nothing" },
    ],
    [
      "a web address",
      file({ kind: "link", link_url: "https://example.com" }),
      "android",
      "mac",
      { do: "open", url: "https://example.com/", link: "web" },
    ],
  ])("%s", (_, release, platform, system, action) => {
    expect(buildAction(release, platform, on(system), now)).toEqual(action);
  });

  test.each<[string, DeviceSystem, string]>([
    ["https://testflight.apple.com/join/A", "iphone", "open"],
    ["https://testflight.apple.com/join/A", "mac", "open"],
    ["https://testflight.apple.com/join/A", "windows", "elsewhere"],
    ["https://play.google.com/apps/testing/a.b", "android", "open"],
    ["https://play.google.com/apps/testing/a.b", "iphone", "elsewhere"],
    ["https://example.com/", "iphone", "open"],
  ])("%s on %s: %s", (address, system, what) => {
    expect(linkAction(new URL(address), on(system)).do).toBe(what);
  });

  test.each<[Partial<BuildFile>, DeviceSystem, number | null, boolean]>([
    [{ platform: "android", min_os: "33" }, "android", 12, true],
    [{ platform: "android", min_os: "33" }, "android", 13, false],
    [{ platform: "android", min_os: "33" }, "android", null, false],
    [{ platform: "android", min_os: "99" }, "android", 12, false],
    [{ platform: "ios", min_os: "17.2" }, "iphone", 16, true],
    [{ platform: "ios", min_os: "17.2" }, "iphone", 17, false],
    [{ platform: "ios", min_os: "" }, "ipad", 12, false],
    [{ platform: "ios", min_os: "17.2" }, "android", 12, false],
  ])("a build of %o on %s %s requires a newer system: %s", (release, system, version, tooOld) => {
    expect(isTooOld(file(release), on(system, version))).toBe(tooOld);
  });
});

describe("B4 S20 compares a package with the app's published ones", () => {
  const said: PackageMetadata = {
    ...{ platform: "android", packageId: "com.example.app", name: "App", version: "1.2", build: "12", minOs: "24" },
    ...{ abis: [], signer: "b".repeat(64), signing: "release", cautions: [], expiresAt: null, devices: 0 },
    ...{ team: "", icon: null },
  };
  const earlier = (version: string, more: object) => ({
    ...{ id: version, status: "published" as const, platform: "android" as const, package_id: "com.example.app" },
    ...{ signer_sha256: "b".repeat(64), version, published_at: `2026-0${version.replace("1.", "")}-01`, ...more },
  });

  test("rejects another package name on the same platform; ignores drafts and other platforms", () => {
    expect(otherPackage(said, [earlier("1.1", {})])).toBeNull();
    expect(otherPackage(said, [earlier("1.1", { package_id: "com.example.other" })])).toBe("com.example.other");
    expect(otherPackage(said, [earlier("1.1", { package_id: "com.other", published_at: null })])).toBeNull();
    expect(otherPackage(said, [earlier("1.1", { package_id: "com.other", platform: "ios" })])).toBeNull();
  });

  test("reports a different signing key with the version that it cannot update", () => {
    const releases = [earlier("1.1", { signer_sha256: "a".repeat(64) }), earlier("1.2", {})];
    expect(otherKey(said, releases)).toBeNull();
    expect(otherKey(said, releases, "2026-02-01")).toBe("1.1");
    expect(otherKey({ ...said, signer: "" }, releases, "2026-02-01")).toBeNull();
    expect(otherKey(said, [earlier("1.1", { signer_sha256: "" })])).toBeNull();
  });
});
