// What a build says of itself: read from tiny packages made of bytes, and from thousands that are
// damaged in ways that nobody thought of.

import { createHash } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { fileSource, type PackageSource } from "../../../sync/packages/package-source.ts";
import { type PackageRead, readPackage } from "../../../sync/packages/read-package.ts";
import * as hostile from "../../fixtures/hostile-packages.ts";
import { isLongRun, long } from "../../fixtures/long.ts";
import { androidApp, binaryPlist, iosApp, signingBlock, xmlPlist, zipOf } from "../../fixtures/packages.ts";

const read = (bytes: Uint8Array, name: string): Promise<PackageRead> =>
  readPackage(fileSource(new Blob([new Uint8Array(bytes)])), name);
const damaged: PackageRead = { ok: false, failure: "damaged" };

describe("an Android package", () => {
  test("says name, version, what it runs on, its signer and its icon", async () => {
    const certificate = Buffer.from("certificate of the night");
    expect(await read(androidApp({ certificate }).bytes, "night.apk")).toEqual({
      ok: true,
      facts: {
        ...{ platform: "android", packageId: "app.night.map", name: "Night Map", version: "2.1.0", build: "210" },
        ...{ minSdk: 26, abis: ["arm64-v8a", "x86_64"], debuggable: false },
        signer: createHash("sha256").update(certificate).digest("hex"),
        icon: new Uint8Array(Buffer.from("\x89PNG\r\n\x1a\n of 320 dpi", "latin1")),
      },
    });
  });

  test("has a version code of 64 bits, may be unsigned, and its newest signature counts", async () => {
    const long = await read(androidApp({ versionCodeMajor: 3, certificate: null, debuggable: true }).bytes, "a.apk");
    expect(long).toMatchObject({ facts: { build: String(3n * 2n ** 32n + 210n), signer: null, debuggable: true } });
    const rotated = zipOf(androidApp().files, signingBlock(Buffer.from("new"), 0xf05368c0));
    expect(await read(rotated, "a.APK")).toMatchObject({
      facts: { signer: createHash("sha256").update("new").digest("hex") },
    });
  });

  test("a bundle for Google Play and a part of an app are refused by name", async () => {
    const bundle = zipOf([{ name: "base/manifest/AndroidManifest.xml", bytes: Buffer.from("proto") }]);
    for (const name of ["night.aab", "night.apk"])
      expect(await read(bundle, name)).toEqual({ ok: false, failure: "app_bundle" });
    expect(await read(androidApp({ split: "config.es" }).bytes, "a.apk")).toEqual({ ok: false, failure: "split" });
  });

  test("two manifests, an entry that claims or unpacks too much, and another kind of file are damaged", async () => {
    const { files, manifest } = androidApp();
    expect(await read(zipOf([...files, { name: "AndroidManifest.xml", bytes: manifest }]), "a.apk")).toEqual(damaged);
    const bomb = { name: "AndroidManifest.xml", bytes: Buffer.alloc(3_000_000) };
    expect(await read(zipOf([bomb]), "a.apk")).toEqual(damaged);
    expect(await read(zipOf([{ ...bomb, claimedSize: 100 }]), "a.apk")).toEqual(damaged);
    expect(await read(iosApp().bytes, "a.apk")).toEqual(damaged);
    expect(await read(Buffer.from("not a ZIP"), "a.apk")).toEqual(damaged);
    expect(await read(new Uint8Array(), "a.ipa")).toEqual(damaged);
  });

  test("more entries than a ZIP has are not read to their end", async () => {
    const many = Array.from({ length: 3_000 }, (_, n) => ({ name: `assets/${n}`, bytes: Buffer.from("x") }));
    expect(await read(androidApp({ more: many }).bytes, "a.apk")).toMatchObject({ ok: true });
    const long = { name: `assets/${"x".repeat(2_000)}`, bytes: Buffer.from("x") };
    expect(await read(androidApp({ more: [long] }).bytes, "a.apk")).toEqual(damaged);
  });
});

describe("an iOS package", () => {
  test("says name, version, who may run it and until when", async () => {
    expect(await read(iosApp().bytes, "night.ipa")).toEqual({
      ok: true,
      facts: {
        ...{ platform: "ios", packageId: "app.night.map", name: "Mapa nocturno ☾", version: "2.1", build: "210" },
        ...{
          minOs: "16.4",
          signing: "ad_hoc",
          expiresAt: "2027-03-01T12:00:00.000Z",
          devices: ["udid-1", "udid-2"],
          team: "Night Labs",
        },
      },
    });
  });

  test("its profile says what it is signed for", async () => {
    const devices = "<key>ProvisionedDevices</key><array><string>udid</string></array>";
    const debug = `${devices}<key>Entitlements</key><dict><key>get-task-allow</key><true/></dict>`;
    const cases = [
      [debug, "development"],
      [`<key>ProvisionsAllDevices</key><true/>`, "enterprise"],
      ["", "app_store"],
      [null, null],
    ] as const;
    for (const [profile, signing] of cases)
      expect(await read(iosApp({ profile }).bytes, "a.ipa")).toMatchObject({ facts: { signing, expiresAt: null } });
  });

  test("XML is read as well; entities, another app beside it and what names no app is refused", async () => {
    const at = "Payload/Night.app/Info.plist";
    const xml = xmlPlist("<key>CFBundleIdentifier</key><string>a.b</string><key>CFBundleName</key><string>A</string>");
    expect(await read(zipOf([{ name: at, bytes: xml }]), "a.ipa")).toMatchObject({ facts: { packageId: "a.b" } });
    const entities = Buffer.from(`<!DOCTYPE plist [<!ENTITY a "aaaa">]><plist><dict/></plist>`);
    const other = { name: "Payload/Other.app/Info.plist", bytes: binaryPlist({ CFBundleIdentifier: "c.d" }) };
    for (const files of [
      [{ name: at, bytes: entities }],
      // Searched once, not once for each space.
      [{ name: at, bytes: Buffer.from(`<?xml?>${" ".repeat(1_000_000)}</plist>`) }],
      [...iosApp().files, other],
      [{ name: at, bytes: binaryPlist({ CFBundleName: "no id" }) }],
    ])
      expect(await read(zipOf(files), "a.ipa")).toEqual(damaged);
  });

  test("a list that holds itself is refused, not followed", async () => {
    // The only object is a list of 14 of itself.
    const list = Buffer.concat([Buffer.from("bplist00"), Buffer.from([0xae, ...Array.from({ length: 14 }, () => 0)])]);
    const foot = Buffer.alloc(32);
    foot[6] = 1;
    foot[7] = 1;
    foot.writeBigUInt64BE(1n, 8);
    foot.writeBigUInt64BE(BigInt(list.length), 24);
    const bytes = Buffer.concat([list, Buffer.from([8]), foot]);
    expect(await read(zipOf([{ name: "Payload/A.app/Info.plist", bytes }]), "a.ipa")).toEqual(damaged);
  });
});

describe("a small package that would cost much", () => {
  test.each([
    ["a text named 40,000 times", hostile.repeatedText(), "a.ipa"],
    ["names that lie over each other", hostile.overlappingNames(), "a.apk"],
  ] as const)("%s: damaged, after a few megabytes of text", async (_, bytes, name) => {
    let decoded = 0;
    const decode = TextDecoder.prototype.decode;
    const spy = vi.spyOn(TextDecoder.prototype, "decode").mockImplementation(function (this: TextDecoder, input) {
      decoded += input?.byteLength ?? 0;
      return decode.call(this, input);
    });
    try {
      expect(await read(bytes, name)).toEqual(damaged);
    } finally {
      spy.mockRestore();
    }
    expect(decoded).toBeLessThan(10_000_000);
  });

  test("millions of empty configurations, lists within lists, and a bomb are damaged", async () => {
    expect(await read(hostile.emptyConfigurations(), "a.apk")).toEqual(damaged);
    expect(await read(hostile.deepList(), "a.ipa")).toEqual(damaged);
    expect(await read(hostile.bomb(), "a.apk")).toEqual(damaged);
  }, 60_000);

  test("entries without end let others have their turn, and end when the time is over", async () => {
    const bytes = hostile.manyEntries();
    let turns = 0;
    const timer = setInterval(() => (turns += 1));
    expect(await read(bytes, "a.apk")).toEqual(damaged);
    expect(turns).toBeGreaterThan(20);
    turns = 0;
    expect(await readPackage(fileSource(new Blob([new Uint8Array(bytes)])), "a.apk", 0)).toEqual(damaged);
    clearInterval(timer);
    expect(turns).toBeLessThan(10);
  }, 60_000);
});

test("of any other file nothing is known", async () => {
  for (const name of ["setup.exe", "night.dmg", "web.zip", "apk"])
    expect(await read(androidApp().bytes, name)).toEqual({ ok: true, facts: null });
});

test("a file that cannot be read any more is no damaged package", async () => {
  const gone = { size: 500, read: () => Promise.reject(new DOMException("gone", "NotReadableError")) };
  await expect(readPackage(gone, "a.apk")).rejects.toThrow("gone");
});

/** The same numbers each time (mulberry32). */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** Read from memory: a Blob for each of thousands would cost more than what is to be tested. */
const inMemory = (bytes: Uint8Array): PackageSource => ({
  size: bytes.length,
  read: async (at, length) => Uint8Array.from(bytes.subarray(at, at + length)),
});

/** Changes, repeats, removes or cuts off some of the bytes. */
function spoil(bytes: Uint8Array, next: (below: number) => number): Buffer {
  const spoilt = Buffer.from(bytes);
  for (let n = next(6) + 1; n > 0; n -= 1) {
    const at = next(spoilt.length);
    if (next(3) === 0) spoilt.writeUInt8([0, 0xff, 0x7f, 0x80, 1][next(5)] ?? 0, at);
    else if (next(2) === 0 && at + 4 <= spoilt.length)
      spoilt.writeUInt32LE([0, 0xffffffff, 0x7fffffff, spoilt.length, next(70_000)][next(5)] ?? 0, at);
    else spoilt.writeUInt8(next(256), at);
  }
  if (next(8) === 0) return spoilt.subarray(0, next(spoilt.length));
  return spoilt;
}

test("thousands of damaged packages are read or refused, and nothing else", { ...long, timeout: 300_000 }, async () => {
  const android = androidApp();
  const ios = iosApp();
  const inside = [
    [android.files, "AndroidManifest.xml", "a.apk"],
    [android.files, "resources.arsc", "a.apk"],
    [ios.files, "Payload/Night.app/Info.plist", "a.ipa"],
    [ios.files, "Payload/Night.app/embedded.mobileprovision", "a.ipa"],
  ] as const;
  const damaged = isLongRun ? 10_000 : 2_000;
  const kinds = new Map<string, number>();
  for (let seed = 0; seed < damaged; seed += 1) {
    const next = numbers(seed);
    const [files, path, name] = inside[seed % 4] ?? inside[0];
    // The whole, or one file in a ZIP that is sound.
    const bytes =
      seed % 3 === 0
        ? spoil(name === "a.apk" ? android.bytes : ios.bytes, next)
        : zipOf(
            files.map((file) => (file.name === path ? { ...file, bytes: spoil(file.bytes, next) } : file)),
            name === "a.apk" ? spoil(signingBlock(Buffer.from("certificate")), next) : undefined,
          );
    const found = await readPackage(inMemory(bytes), name);
    const kind = found.ok ? "read" : found.failure;
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  expect([...kinds.keys()].sort()).toEqual(["damaged", "read"]);
  for (const count of kinds.values()) expect(count).toBeGreaterThan(damaged / 20);
});
