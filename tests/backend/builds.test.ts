// The server's own check of packages, which ignores the device's claims, and the cleanup of old
// releases' files.
import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ListeningBackend } from "../../supabase/local/backend.ts";
import { type DenoFunction, startInDeno } from "../fixtures/backend/deno.ts";
import { startOwnBackend } from "../fixtures/backend/own-backend.ts";
import { type Person, signUp } from "../fixtures/backend/project.ts";
import { androidApp, iosApp, signingBlock, zipOf } from "../fixtures/packages.ts";

let backend: ListeningBackend;
let deno: DenoFunction;
let dev: Person;
let app: string;

beforeAll(async () => {
  backend = await startOwnBackend({ schedule: false });
  dev = await signUp(backend, { name: "Dora Developer", role: "developer" });
  deno = await startInDeno("builds", backend);
  app = randomUUID();
  const made = await dev.client
    .from("apps")
    .insert({ id: app, developer_id: dev.id, title: "Night Map", description: "Maps for the night" });
  expect(made.error).toBeNull();
}, 120_000);
afterAll(async () => {
  deno?.stop();
  await backend?.stop();
});

/** Uploads the bytes and names them in a new release, in either order. */
async function release(bytes: Uint8Array, file_name: string, before: boolean) {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const [id, file_path] = [randomUUID(), `${dev.id}/${sha256}-${randomUUID()}`];
  const upload = async () => {
    const { error } = await dev.client.storage.from("releases").upload(file_path, bytes);
    expect(error).toBeNull();
  };
  if (before) await upload();
  const row = { id, app_id: app, developer_id: dev.id, version: "1", file_name, file_path, sha256, size_bytes: 1 };
  expect((await dev.client.from("releases").insert(row)).error).toBeNull();
  if (!before) await upload();
  return { id, file_path };
}
const columns =
  "platform, package_id, package_name, build_number, min_os, abis, signer_sha256, signing_kind, signing_expires_at, profile_devices, cautions, file_name, content_type, check_failure, size_bytes, checked_at";
async function rowOf(id: string) {
  const { data } = await dev.client.from("releases").select(columns).eq("id", id).single();
  return data;
}

describe.each(["node", "deno"] as const)("%s", (runtime) => {
  const run = async () => {
    if (runtime === "node") return backend.deliver();
    const answer = await fetch(deno.url, { method: "POST", headers: { apikey: backend.serviceKey } });
    expect([answer.status, await answer.json()]).toEqual([200, expect.anything()]);
  };

  test.each([true, false])("S20 reads an APK from storage (stored first: %s)", async (before) => {
    const bytes = androidApp({ versionName: "2.1.0", versionCode: 210, minSdk: 26 }).bytes;
    const { id } = await release(bytes, "map.apk", before);
    await run();
    expect(await rowOf(id)).toMatchObject({
      ...{ platform: "android", package_id: "app.night.map", build_number: "210", min_os: "26" },
      ...{ signing_kind: "release", check_failure: "", size_bytes: bytes.length },
      signer_sha256: createHash("sha256").update("certificate of the night").digest("hex"),
      checked_at: expect.any(String),
    });
  });

  test("S20 reads an IPA with its provisioning profile", async () => {
    const { id } = await release(iosApp().bytes, "map.ipa", true);
    await run();
    expect(await rowOf(id)).toMatchObject({
      ...{ platform: "ios", package_id: "app.night.map", package_name: "Mapa nocturno ☾", build_number: "210" },
      ...{ min_os: "16.4", signing_kind: "ad_hoc", profile_devices: 2 },
      signing_expires_at: expect.stringContaining("2027-03-01"),
    });
  });

  test("S20 reports unusable files: an app bundle, a split APK, not a package at all", async () => {
    const bundle = zipOf([{ name: "BundleConfig.pb", bytes: Buffer.from("x") }]);
    const { files } = androidApp();
    const unknownMethod = zipOf(files.map((file, i) => (i === 0 ? { ...file, method: 12138 } : file)));
    const zip64 = zipOf(files, signingBlock(Buffer.from("certificate")), 2 ** 40);
    const cases = [
      [bundle, "a.apk", "app_bundle"],
      [bundle, "a.aab", "app_bundle"],
      [androidApp({ split: "config.arm64" }).bytes, "b.apk", "split"],
      [Buffer.from("no package"), "c.apk", "wrong_type"],
      [Buffer.alloc(3_000_000, "no package"), "d.ipa", "wrong_type"],
      [Buffer.from("notes about a build"), "notes.txt", "wrong_type"],
      [Buffer.from("MZ and a program"), "setup.exe", "wrong_type"],
      [zipOf([{ name: "base.apk", bytes: androidApp().bytes }]), "e.xapk", "split_archive"],
      [unknownMethod, "f.apk", "unknown_compression"],
      // The ZIP64 record places the directory far beyond the end of the file.
      [zip64, "g.apk", ""],
      [zip64.subarray(0, zip64.length - 10), "h.apk", "incomplete"],
    ] as const;
    const made = await Promise.all(cases.map(([bytes, name]) => release(bytes, name, true)));
    await run();
    for (const [i, { id }] of made.entries())
      expect(await rowOf(id)).toMatchObject({ check_failure: cases[i]?.[2], checked_at: expect.any(String) });
  });

  test("S20 a package gets the name and type that phones need to install it, and warnings about phones that reject it", async () => {
    const { id } = await release(androidApp({ testOnly: true, targetSdk: 22 }).bytes, "app-release.apk.1", true);
    await run();
    expect(await rowOf(id)).toMatchObject({
      ...{ file_name: "app-release.apk", content_type: "application/vnd.android.package-archive", check_failure: "" },
      cautions: ["test_only", "android_14"],
    });
  });

  test("S20 a name with control characters is stored as a readable one", async () => {
    const info = { CFBundleDisplayName: "Night\u0000\u001b[31m Map" };
    const { id } = await release(iosApp({ info }).bytes, "map.ipa", true);
    await run();
    expect(await rowOf(id)).toMatchObject({ package_name: "Night  [31m Map", check_failure: "" });
    // Names in Hebrew and Arabic often contain direction marks, which single-line columns reject.
    const rtl = { CFBundleDisplayName: "\u202b\u05de\u05e4\u05d4\u202c\u2028\u2067\u05dc\u2069" };
    const marked = await release(iosApp({ info: rtl }).bytes, "map.ipa", true);
    await run();
    expect(await rowOf(marked.id)).toMatchObject({ package_name: "\u05de\u05e4\u05d4 \u05dc", check_failure: "" });
  });

  test("S20 deletes exactly the files that old releases have released", async () => {
    const gone = await release(Buffer.from(`gone ${runtime}`), "a.bin", true);
    const again = await release(Buffer.from(`again ${runtime}`), "b.bin", true);
    await backend.sql("update public.releases set file_removed_at = now() where id = $1", [gone.id]);
    await backend.sql("insert into private.file_removals (file_path) values ($1), ($2)", [
      gone.file_path,
      again.file_path,
    ]);
    await run();
    const left = await backend.sql<{ name: string }>("select name from storage.objects where name in ($1, $2)", [
      gone.file_path,
      again.file_path,
    ]);
    expect(left.map((row) => row.name)).toEqual([again.file_path]);
    expect((await dev.client.storage.from("releases").download(gone.file_path)).error).not.toBeNull();
  });

  test("S20 a missing file says nothing about the build: it is read once it exists", async () => {
    const { id, file_path } = await release(androidApp().bytes, "map.apk", true);
    await backend.sql("update storage.objects set name = $1 || '-away' where name = $1", [file_path]);
    await run();
    expect(await rowOf(id)).toMatchObject({ checked_at: null, check_failure: "" });
    await backend.sql("update storage.objects set name = $1 where name = $1 || '-away'", [file_path]);
    await run();
    expect(await rowOf(id)).toMatchObject({ package_id: "app.night.map" });
  });

  test("P2 only the server itself may call it", async () => {
    const url = runtime === "node" ? `${backend.url}/functions/v1/builds` : deno.url;
    const keys = ["", backend.publishableKey, dev.token];
    for (const apikey of keys) {
      const answer = await fetch(url, { method: "POST", headers: { apikey } });
      expect([403, 401]).toContain(answer.status);
      await answer.body?.cancel();
    }
  });
});
