// Metadata of builds, read from tiny packages made of bytes and from thousands of randomly damaged
// ones.

import { createHash } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import type { BuildPlatform } from "../../../sync/files/file-types.ts";
import { fileSource, type PackageSource } from "../../../sync/packages/package-source.ts";
import { type BuildFailure, type PackageRead, readPackage } from "../../../sync/packages/read-package.ts";
import * as hostile from "../../fixtures/hostile-packages.ts";
import { isLongRun, long } from "../../fixtures/long.ts";
import { androidApp, binaryPlist, iosApp, signingBlock, xmlPlist, zipOf } from "../../fixtures/packages.ts";

const read = (
  bytes: Uint8Array,
  name: string,
  platform: BuildPlatform = /ipa$/i.test(name) ? "ios" : "android",
): Promise<PackageRead> => readPackage(fileSource(new Blob([new Uint8Array(bytes)])), name, platform);
const failed = (failure: BuildFailure): PackageRead => ({ ok: false, failure });
const damaged = failed("damaged");

describe("an Android package", () => {
  test("reads name, version, requirements, signer and icon", async () => {
    const certificate = Buffer.from("certificate of the night");
    expect(await read(androidApp({ certificate }).bytes, "night.apk")).toEqual({
      ok: true,
      facts: {
        ...{ platform: "android", packageId: "app.night.map", name: "Night Map", version: "2.1.0", build: "210" },
        ...{ minSdk: 26, abis: ["arm64-v8a", "x86_64"], signing: "release", cautions: [] },
        signer: createHash("sha256").update(certificate).digest("hex"),
        icon: new Uint8Array(Buffer.from("\x89PNG\r\n\x1a\n of 320 dpi", "latin1")),
      },
    });
  });

  test("accepts a 64-bit version code and unsigned packages, and uses the newest signature", async () => {
    const long = await read(androidApp({ versionCodeMajor: 3, certificate: null, debuggable: true }).bytes, "a.apk");
    expect(long).toMatchObject({ facts: { build: String(3n * 2n ** 32n + 210n), signer: null, signing: "debug" } });
    const rotated = zipOf(androidApp().files, signingBlock(Buffer.from("new"), 0xf05368c0));
    expect(await read(rotated, "a.APK")).toMatchObject({
      facts: { signer: createHash("sha256").update("new").digest("hex") },
    });
  });

  test("rejects a Google Play bundle and a split APK by name", async () => {
    const bundle = zipOf([{ name: "base/manifest/AndroidManifest.xml", bytes: Buffer.from("proto") }]);
    for (const name of ["night.aab", "night.apk"])
      expect(await read(bundle, name)).toEqual({ ok: false, failure: "app_bundle" });
    expect(await read(androidApp({ split: "config.es" }).bytes, "a.apk")).toEqual({ ok: false, failure: "split" });
  });

  test("reports as damaged: two manifests, an entry that claims or unpacks too much, other kinds of files", async () => {
    const { files, manifest } = androidApp();
    expect(await read(zipOf([...files, { name: "AndroidManifest.xml", bytes: manifest }]), "a.apk")).toEqual(damaged);
    const bomb = { name: "AndroidManifest.xml", bytes: Buffer.alloc(3_000_000) };
    expect(await read(zipOf([bomb]), "a.apk")).toEqual(damaged);
    expect(await read(zipOf([{ ...bomb, claimedSize: 100 }]), "a.apk")).toEqual(damaged);
    expect(await read(Buffer.from("not a ZIP"), "a.apk")).toEqual(failed("wrong_type"));
    expect(await read(new Uint8Array(), "a.ipa")).toEqual(failed("wrong_type"));
    expect(await read(androidApp().bytes.subarray(0, 500), "a.apk")).toEqual(failed("incomplete"));
  });

  test("stops reading after the maximum number of ZIP entries", async () => {
    const many = Array.from({ length: 3_000 }, (_, n) => ({ name: `assets/${n}`, bytes: Buffer.from("x") }));
    expect(await read(androidApp({ more: many }).bytes, "a.apk")).toMatchObject({ ok: true });
    const long = { name: `assets/${"x".repeat(2_000)}`, bytes: Buffer.from("x") };
    expect(await read(androidApp({ more: [long] }).bytes, "a.apk")).toEqual(damaged);
  });
});

describe("an iOS package", () => {
  test("reads name, version, allowed devices and expiry", async () => {
    expect(await read(iosApp().bytes, "night.ipa")).toEqual({
      ok: true,
      facts: {
        ...{ platform: "ios", packageId: "app.night.map", name: "Mapa nocturno ☾", version: "2.1", build: "210" },
        cautions: [],
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

  test("the provisioning profile tells the kind of signature", async () => {
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

  test("reads XML too; rejects entities, a second app and a missing bundle id", async () => {
    const at = "Payload/Night.app/Info.plist";
    const xml = xmlPlist("<key>CFBundleIdentifier</key><string>a.b</string><key>CFBundleName</key><string>A</string>");
    expect(await read(zipOf([{ name: at, bytes: xml }]), "a.ipa")).toMatchObject({ facts: { packageId: "a.b" } });
    const entities = Buffer.from(`<!DOCTYPE plist [<!ENTITY a "aaaa">]><plist><dict/></plist>`);
    const other = { name: "Payload/Other.app/Info.plist", bytes: binaryPlist({ CFBundleIdentifier: "c.d" }) };
    for (const [files, failure] of [
      [[{ name: at, bytes: entities }], "unreadable_info"],
      // Searched once, not once per space.
      [[{ name: at, bytes: Buffer.from(`<?xml?>${" ".repeat(900_000)}</plist>`) }], "unreadable_info"],
      [[...iosApp().files, other], "several_apps"],
      [[{ name: at, bytes: binaryPlist({ CFBundleName: "no id" }) }], "no_id"],
    ] as const)
      expect(await read(zipOf(files), "a.ipa")).toEqual(failed(failure));
  });

  test("rejects a list that contains itself", async () => {
    // The only object is a list with 14 references to itself.
    const list = Buffer.concat([Buffer.from("bplist00"), Buffer.from([0xae, ...Array.from({ length: 14 }, () => 0)])]);
    const foot = Buffer.alloc(32);
    foot[6] = 1;
    foot[7] = 1;
    foot.writeBigUInt64BE(1n, 8);
    foot.writeBigUInt64BE(BigInt(list.length), 24);
    const bytes = Buffer.concat([list, Buffer.from([8]), foot]);
    expect(await read(zipOf([{ name: "Payload/A.app/Info.plist", bytes }]), "a.ipa")).toEqual(
      failed("unreadable_info"),
    );
  });
});

describe("a small package that is expensive to read", () => {
  test.each([
    ["a text named 40,000 times", hostile.repeatedText(), "a.ipa"],
    ["names that lie over each other", hostile.overlappingNames(), "a.apk"],
  ] as const)("%s: reported as damaged after a few megabytes of text", async (_, bytes, name) => {
    let decoded = 0;
    const decode = TextDecoder.prototype.decode;
    const spy = vi.spyOn(TextDecoder.prototype, "decode").mockImplementation(function (this: TextDecoder, input) {
      decoded += input?.byteLength ?? 0;
      return decode.call(this, input);
    });
    try {
      expect(await read(bytes, name)).toMatchObject({ ok: false });
    } finally {
      spy.mockRestore();
    }
    expect(decoded).toBeLessThan(10_000_000);
  });

  test("reports as damaged: millions of empty configurations, nested lists, and a zip bomb", async () => {
    expect(await read(hostile.emptyConfigurations(), "a.apk")).toEqual(damaged);
    expect(await read(hostile.deepList(), "a.ipa")).toEqual(failed("unreadable_info"));
    expect(await read(hostile.bomb(), "a.apk")).toEqual(damaged);
  }, 60_000);

  test("endless entries yield to other requests, and stop at the time limit", async () => {
    const bytes = hostile.manyEntries();
    let turns = 0;
    const timer = setInterval(() => (turns += 1));
    expect(await read(bytes, "a.apk")).toMatchObject({ ok: false });
    expect(turns).toBeGreaterThan(20);
    turns = 0;
    expect(await readPackage(fileSource(new Blob([new Uint8Array(bytes)])), "a.apk", "android", 0)).toEqual(damaged);
    clearInterval(timer);
    expect(turns).toBeLessThan(10);
  }, 60_000);
});

describe("an Android package that phones reject", () => {
  const float = (value: number): number => {
    const bytes = Buffer.alloc(4);
    bytes.writeFloatLE(value);
    return bytes.readUInt32LE();
  };

  test("reads a numeric version name as Android shows it", async () => {
    const cases = [
      [[0x04, float(1.5)], "1.5"],
      [[0x04, float(2.1)], "2.1"],
      [[0x04, float(2)], "2.0"],
      [[0x10, 3], "3"],
      [[0x10, 0xffffffff], "-1"],
      [[0x11, 0x1f], "0x1f"],
    ] as const;
    for (const [versionName, version] of cases)
      expect(await read(androidApp({ versionName }).bytes, "a.apk")).toMatchObject({ facts: { version } });
  });

  test("reports the Android versions, and whether only adb installs it", async () => {
    const none = { certificate: null };
    const cases = [
      [{ testOnly: true }, ["test_only"]],
      [{ targetSdk: 22 }, ["android_14"]],
      [{ targetSdk: 23 }, ["android_15"]],
      [{ targetSdk: 24 }, []],
      // A preview version of Android has a name instead of a number.
      [{ targetSdk: "Vanilla" }, []],
      [{ ...none, v1: true, targetSdk: 30 }, ["android_11"]],
      [{ ...none, v1: true, targetSdk: 29 }, []],
      [{ ...none, v1: true, targetSdk: 21 }, ["android_14"]],
      [none, ["unsigned"]],
      [{ v1: true }, []],
    ] as const;
    for (const [app, cautions] of cases)
      expect([app, await read(androidApp(app).bytes, "a.apk")]).toMatchObject([app, { facts: { cautions } }]);
  });

  test("detects the base of a split app in each form, and an archive of APKs under any name", async () => {
    for (const needsSplits of ["attribute", "types", "meta-data"] as const)
      expect(await read(androidApp({ needsSplits }).bytes, "a.apk")).toEqual(failed("split_required"));
    const apk = androidApp().bytes;
    const archives = [
      [
        { name: "manifest.json", bytes: Buffer.from("{}") },
        { name: "app.night.map.apk", bytes: apk, method: 0 },
      ],
      [
        { name: "toc.pb", bytes: Buffer.from("x") },
        { name: "splits/base-master.apk", bytes: apk, method: 0 },
      ],
      [
        { name: "info.json", bytes: Buffer.from("{}") },
        { name: "base.apk", bytes: apk },
      ],
    ];
    for (const files of archives)
      for (const name of ["a.xapk", "a.apks", "a.apkm", "a.apk", "a.zip"])
        expect(await read(zipOf(files), name)).toEqual(failed("split_archive"));
  });

  test("reports an entry with an unknown method or encryption without rejecting the package", async () => {
    const { files } = androidApp();
    const changed = (more: object) => zipOf(files.map((file, i) => (i === 0 ? { ...file, ...more } : file)));
    expect(await read(changed({ method: 12138 }), "a.apk")).toEqual(failed("unknown_compression"));
    expect(await read(changed({ encrypted: true }), "a.apk")).toEqual(failed("encrypted"));
  });

  test("reads the signer in ZIP64; never requests offsets beyond the end", async () => {
    const { files } = androidApp();
    const block = signingBlock(Buffer.from("certificate"));
    expect(await read(zipOf(files, block, 0), "a.apk")).toMatchObject({
      facts: { cautions: ["zip64"], signer: createHash("sha256").update("certificate").digest("hex") },
    });
    for (const at of [2 ** 31, 2 ** 40, 2 ** 53 - 1]) {
      const bytes = zipOf(files, block, at);
      const read = vi.fn(async (from: number, length: number) => {
        // Storage answers 416 without details about the file.
        if (from < 0 || from + length > bytes.length) throw new DOMException("416", "NotReadableError");
        return Uint8Array.from(bytes.subarray(from, from + length));
      });
      expect(await readPackage({ size: bytes.length, read }, "a.apk", "android")).toHaveProperty("ok");
    }
  });

  test("a name after the extension, or another extension, is no other kind of file", async () => {
    for (const name of ["app-release.apk.1", "app-release.apk.zip", "app-release.zip", "app"])
      expect(await read(androidApp().bytes, name, "android")).toMatchObject({ facts: { packageId: "app.night.map" } });
  });

  test("rejects a build variable as the id, and reports one in a name or version", async () => {
    expect(await read(androidApp({ packageId: `$\{applicationId}` }).bytes, "a.apk")).toEqual(failed("unresolved_id"));
    expect(await read(androidApp({ versionName: `$\{VERSION}` }).bytes, "a.apk")).toMatchObject({
      facts: { version: "", cautions: ["unresolved"] },
    });
  });
});

describe("an iOS package from common tools", () => {
  const at = "Payload/Night.app/Info.plist";
  const dict = `<dict><key>CFBundleIdentifier</key><string>a.b</string>
    <key>CFBundleShortVersionString</key><real>2.1</real><key>CFBundleVersion</key><integer>3</integer></dict>`;
  const doctype = `<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd"`;
  const plist = `<plist version="1.0">${dict}</plist>`;
  const info = (bytes: Uint8Array) => zipOf([{ name: at, bytes }]);
  const utf16 = (text: string, mark = "\ufeff") => Buffer.from(mark + text, "utf16le");

  test("reads a property list with any valid XML around it, in its encoding", async () => {
    const texts = [
      `<?xml version="1.0"?>${doctype} []>${plist}`,
      `<?xml version="1.0"?>${doctype} [ <!ELEMENT plist ANY> <!-- it's > ] --> ]>${plist}`,
      `<?xml version="1.0"?><!-- made by a script -->${doctype}><!-- > -->${plist}<!-- end -->\n`,
      `<?xml version="1.0"?><?style none?>${plist}`,
      plist.replace("<string>a.b</string>", "<string><![CDATA[a.b]]></string>"),
    ];
    const cases = [
      ...texts.map((text) => Buffer.from(text)),
      Buffer.from(`\ufeff${texts[0]}`),
      utf16(texts[0] ?? ""),
      utf16(texts[0] ?? "").swap16(),
      utf16(texts[0] ?? "", ""),
      Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${plist}`, "latin1"),
    ];
    for (const bytes of cases)
      expect([bytes.toString(), await read(info(bytes), "a.ipa")]).toMatchObject([
        bytes.toString(),
        { facts: { packageId: "a.b", version: "2.1", build: "3" } },
      ]);
  });

  test("still rejects entity definitions", async () => {
    for (const inside of [
      '<!ENTITY a "aaaa">',
      '<!ENTITY % b SYSTEM "http://x.test">',
      "%b;",
      '<!-- a --><!ENTITY a "a">',
    ])
      expect(await read(info(Buffer.from(`${doctype} [${inside}]>${plist}`)), "a.ipa")).toEqual(
        failed("unreadable_info"),
      );
    for (const cut of ["<!DOCTYPE plist [", "<!-- no end", '<!DOCTYPE "', "<?xml "])
      expect(await read(info(Buffer.from(`${cut}${plist}`)), "a.ipa")).toEqual(failed("unreadable_info"));
  });

  test("accepts numbers as versions in the binary form too, and names variables", async () => {
    expect(await read(iosApp({ info: { CFBundleVersion: 7 } }).bytes, "a.ipa")).toMatchObject({
      facts: { build: "7" },
    });
    const id = await read(iosApp({ info: { CFBundleIdentifier: "$(PRODUCT_BUNDLE_IDENTIFIER)" } }).bytes, "a.ipa");
    expect(id).toEqual(failed("unresolved_id"));
    const version = "$(MARKETING_VERSION)";
    expect(await read(iosApp({ info: { CFBundleShortVersionString: version } }).bytes, "a.ipa")).toMatchObject({
      facts: { version: "", cautions: ["unresolved"] },
    });
  });

  test("reads names with ./ and backslashes; reports an app elsewhere, a link and a missing app", async () => {
    const { files } = iosApp();
    const named = (change: (name: string) => string) =>
      zipOf(files.map((file) => ({ ...file, name: change(file.name) })));
    for (const change of [(n: string) => `./${n}`, (n: string) => `/${n}`, (n: string) => n.replaceAll("/", "\\")])
      expect(await read(named(change), "a.ipa")).toMatchObject({ facts: { packageId: "app.night.map" } });
    for (const change of [(n: string) => `build/${n}`, (n: string) => n.replace("Payload/", "Payload/Night/")])
      expect(await read(named(change), "a.ipa")).toEqual(failed("misplaced_app"));
    const link = { name: "Payload/Night.app", bytes: Buffer.from("../Night.app"), method: 0, link: true };
    expect(await read(zipOf([link]), "a.ipa")).toEqual(failed("linked_app"));
    expect(await read(zipOf([{ name: "notes.txt", bytes: Buffer.from("x") }]), "a.ipa")).toEqual(failed("wrong_type"));
  });
});

test("packages that other tools made, wrapped or cut", async () => {
  const android = androidApp();
  const ios = iosApp();
  const text = (content: string) => Buffer.from(content);
  const plist = (bytes: Uint8Array) => zipOf([{ name: "Payload/N.app/Info.plist", bytes }]);
  const says = (facts: object) => ({ ok: true, facts });
  const cases: [what: string, bytes: Uint8Array, name: string, platform: BuildPlatform, expected: object][] = [
    [
      "an artifact of CI with the APK in its folder",
      zipOf([{ name: "app/build/outputs/apk/app-release.apk", bytes: android.bytes }]),
      ...(["artifact.zip", "android", failed("split_archive")] as const),
    ],
    [
      "a library",
      zipOf([
        { name: "AndroidManifest.xml", bytes: text('\ufeff<?xml version="1.0"?><manifest/>') },
        { name: "classes.jar", bytes: text("x") },
      ]),
      ...(["night.aar", "android", failed("wrong_type")] as const),
    ],
    [
      "a project's manifest",
      zipOf([{ name: "AndroidManifest.xml", bytes: text("<manifest package='a.b'/>") }]),
      ...(["night.apk", "android", failed("wrong_type")] as const),
    ],
    ["a JAR", zipOf([{ name: "META-INF/MANIFEST.MF", bytes: text("x") }]), "a.jar", "android", failed("wrong_type")],
    ["a download that was cut", android.bytes.subarray(0, -30), "a.apk", "android", failed("incomplete")],
    ["half a download", android.bytes.subarray(0, android.bytes.length / 2), "a.apk", "android", failed("incomplete")],
    ["bytes after its end", Buffer.concat([android.bytes, text("\n")]), "a.apk", "android", says({ build: "210" })],
    [
      "paths that climb",
      zipOf([...android.files, { name: "../../etc/passwd", bytes: text("x") }, { name: "..\\x", bytes: text("x") }]),
      ...(["a.apk", "android", says({ packageId: "app.night.map" })] as const),
    ],
    [
      "a manifest behind a path that climbs",
      zipOf([{ name: "x/../AndroidManifest.xml", bytes: android.manifest }]),
      ...(["a.apk", "android", failed("wrong_type")] as const),
    ],
    [
      "a bomb",
      zipOf([{ name: "AndroidManifest.xml", bytes: Buffer.alloc(50_000_000) }]),
      ...(["a.apk", "android", failed("damaged")] as const),
    ],
    [
      "a version code beyond 31 bits",
      androidApp({ versionCode: 4_294_967_295 }).bytes,
      ...(["a.apk", "android", says({ build: "4294967295" })] as const),
    ],
    [
      "a version that is a resource",
      androidApp({ versionName: [1, 0x7f030000] }).bytes,
      ...(["a.apk", "android", says({ version: "Night Map" })] as const),
    ],
    [
      "a version that is a lost resource",
      androidApp({ versionName: [1, 0x7f990000] }).bytes,
      ...(["a.apk", "android", says({ version: "" })] as const),
    ],
    [
      "no resources",
      zipOf(android.files.filter(({ name }) => name !== "resources.arsc")),
      ...(["a.apk", "android", says({ name: "", version: "2.1.0" })] as const),
    ],
    [
      "what the Finder adds to archives",
      zipOf([
        ...ios.files,
        { name: "__MACOSX/Payload/Night.app/._Info.plist", bytes: text("x") },
        { name: "__MACOSX/Payload/._Night.app", bytes: text("x") },
      ]),
      ...(["a.ipa", "ios", says({ packageId: "app.night.map" })] as const),
    ],
    [
      "an app for the watch and an extension inside",
      iosApp({
        more: [
          { name: "Payload/Night.app/Watch/Wrist.app/Info.plist", bytes: ios.info },
          { name: "Payload/Night.app/PlugIns/Share.appex/Info.plist", bytes: ios.info },
        ],
      }).bytes,
      ...(["a.ipa", "ios", says({ packageId: "app.night.map" })] as const),
    ],
    [
      "an app for the Mac",
      zipOf([{ name: "Payload/N.app/Contents/Info.plist", bytes: ios.info }]),
      ...(["a.ipa", "ios", failed("wrong_type")] as const),
    ],
    [
      "an app without Payload",
      zipOf([{ name: "Night.app/Info.plist", bytes: ios.info }]),
      ...(["a.zip", "ios", failed("misplaced_app")] as const),
    ],
    [
      "no short version, and a name with an entity",
      plist(
        xmlPlist(
          "<key>CFBundleIdentifier</key><string><![CDATA[a.b]]></string>\r\n<key>CFBundleName</key><string>A &amp; &#128512;</string><key>CFBundleVersion</key><string>7</string>",
        ),
      ),
      ...(["a.ipa", "ios", says({ packageId: "a.b", name: "A & 😀", version: "", build: "7" })] as const),
    ],
    ["a list of NeXT", plist(text('{ CFBundleIdentifier = "a.b"; }')), "a.ipa", "ios", failed("unreadable_info")],
    ["a list in JSON", plist(text('{"CFBundleIdentifier":"a.b"}')), "a.ipa", "ios", failed("unreadable_info")],
    ["an empty list", plist(text("")), "a.ipa", "ios", failed("unreadable_info")],
  ];
  for (const [what, bytes, name, platform, expected] of cases)
    expect([what, await read(bytes, name, platform)]).toMatchObject([what, expected]);
});

test("a build's bytes have a type that its platform installs, whatever its name", async () => {
  const notes = Buffer.from("Not a build at all, but notes about one.");
  const exe = Buffer.from("MZ\x90\0 and a program");
  const msi = Buffer.from("d0cf11e0a1b11ae1", "hex");
  const zip = zipOf([{ name: "Night Map/app", bytes: notes }]);
  const dmg = Buffer.concat([Buffer.alloc(4096), Buffer.from("koly"), Buffer.alloc(508)]);
  const pkg = Buffer.from("xar!\0and more", "latin1");
  const apk = androidApp().bytes;
  const ipa = iosApp().bytes;
  const known = { ok: true, facts: null };
  const cases: [bytes: Uint8Array, name: string, platform: BuildPlatform, expected: object][] = [
    [notes, "notes.txt", "android", failed("wrong_type")],
    [notes, "notes.apk", "android", failed("wrong_type")],
    [exe, "setup.exe", "android", failed("wrong_type")],
    [zip, "photos.zip", "android", failed("wrong_type")],
    [notes, "notes.txt", "ios", failed("wrong_type")],
    [notes, "notes.exe", "windows", failed("wrong_type")],
    [dmg, "night.dmg", "windows", failed("wrong_type")],
    [apk, "night.apk", "windows", failed("wrong_type")],
    [notes, "notes.dmg", "macos", failed("wrong_type")],
    [zip, "report.docx", "windows", failed("wrong_type")],
    [msi, "old.doc", "windows", failed("wrong_type")],
    [zip, "deck.key", "macos", failed("wrong_type")],
    [Buffer.from("@echo off\r\n"), "run.bat", "windows", failed("wrong_type")],
    [Buffer.from("7f454c46020101004149", "hex"), "night.AppImage", "windows", failed("wrong_type")],
    [Buffer.from("!<arch>\ndebian-binary"), "night.deb", "windows", failed("wrong_type")],
    [Buffer.from("cffaedfe07000001", "hex"), "night", "macos", failed("wrong_type")],
    [Buffer.from("1f8b0800", "hex"), "night.tar.gz", "macos", known],
    [Buffer.from("1f8b0800", "hex"), "night.apk.gz", "android", failed("wrong_type")],
    [Buffer.from("<!doctype html><title>404</title>"), "night.apk", "android", failed("wrong_type")],
    [Buffer.from("version https://git-lfs.github.com/spec/v1\n"), "night.apk", "android", failed("wrong_type")],
    [exe, "setup.exe", "macos", failed("wrong_type")],
    [exe, "setup.exe", "windows", known],
    [exe, "setup", "windows", known],
    [msi, "setup.msi", "windows", known],
    [zip, "night.zip", "windows", known],
    [zip, "night.msix", "windows", known],
    [Buffer.from('<?xml version="1.0"?><AppInstaller/>'), "night.appinstaller", "windows", known],
    [dmg, "night.dmg", "macos", known],
    [pkg, "night.pkg", "macos", known],
    [zip, "night.zip", "macos", known],
    [notes, "index.html", "web", known],
    [apk, "night.apk", "android", { ok: true, facts: { platform: "android" } }],
    [ipa, "night.ipa", "ios", { ok: true, facts: { platform: "ios" } }],
  ];
  for (const [bytes, name, platform, expected] of cases)
    expect([name, platform, await read(bytes, name, platform)]).toMatchObject([name, platform, expected]);
});

test("a file that can no longer be read is not reported as damaged", async () => {
  const gone = { size: 500, read: () => Promise.reject(new DOMException("gone", "NotReadableError")) };
  await expect(readPackage(gone, "a.apk", "android")).rejects.toThrow("gone");
});

/** A seeded random generator (mulberry32). */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** A Blob for each of thousands of packages would cost more than the code under test. */
const inMemory = (bytes: Uint8Array): PackageSource => ({
  size: bytes.length,
  read: async (at, length) => Uint8Array.from(bytes.subarray(at, at + length)),
});

/** Changes, repeats, removes or cuts off bytes. */
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

test("thousands of damaged packages are read or rejected without any other outcome", {
  ...long,
  timeout: 300_000,
}, async () => {
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
    // Damages the whole package, or one file inside an intact ZIP.
    const bytes =
      seed % 3 === 0
        ? spoil(name === "a.apk" ? android.bytes : ios.bytes, next)
        : zipOf(
            files.map((file) => (file.name === path ? { ...file, bytes: spoil(file.bytes, next) } : file)),
            name === "a.apk" ? spoil(signingBlock(Buffer.from("certificate")), next) : undefined,
          );
    const found = await readPackage(inMemory(bytes), name, name === "a.apk" ? "android" : "ios");
    const kind = found.ok ? "read" : found.failure;
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  expect(kinds.get("read")).toBeGreaterThan(damaged / 20);
  expect(kinds.get("damaged")).toBeGreaterThan(damaged / 20);
});
