// The function `install`: the manifest that iOS fetches without cookies, with a token in the
// address, and Google's lookup of an Android package. In the embedded backend and in Deno.
import { createHash, randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ListeningBackend } from "../../supabase/local/backend.ts";
import { type DenoFunction, startInDeno } from "../fixtures/backend/deno.ts";
import { startOwnBackend } from "../fixtures/backend/own-backend.ts";
import { type Person, signUp } from "../fixtures/backend/project.ts";

const site = "https://beta.example.test";
const signer = "ab".repeat(32);
const campaign = randomUUID();
let backend: ListeningBackend;
let google: Server;
let asked: string[] = [];
/** Google's response; null: none, ever. */
let state: string | null = "REGISTERED";
let dev: Person;
let tester: Person;
let other: Person;

const app = randomUUID();
const build = { ipa: randomUUID(), second: randomUUID(), apk: randomUUID(), store: randomUUID() };

async function release(id: string, version: string, more: Record<string, unknown>) {
  const bytes = new TextEncoder().encode(`build ${version}`);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const path = `${dev.id}/${sha256}`;
  const stored = await dev.client.storage.from("releases").upload(path, new Blob([bytes]));
  if (stored.error) throw stored.error;
  const made = await dev.client.from("releases").insert({
    ...{ id, app_id: app, developer_id: dev.id, version, status: "draft", file_name: "Night Map.ipa" },
    ...{ file_path: path, content_type: "application/octet-stream", size_bytes: bytes.length, sha256 },
  });
  if (made.error) throw made.error;
  const columns = Object.entries({ checked_at: new Date().toISOString(), ...more });
  await backend.sql(
    `update public.releases set ${columns.map(([name], index) => `${name} = $${index + 2}`).join(", ")} where id = $1`,
    [id, ...columns.map(([, value]) => value)] as string[],
  );
}

beforeAll(async () => {
  google = createServer((request, response) => {
    asked.push(`${request.headers["x-goog-api-key"]} ${request.url}`);
    if (state === null) return;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ name: "packages/x/packageRegistrationStatus", state }));
  });
  await new Promise<void>((resolve) => google.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(google.address() as AddressInfo).port}`;
  backend = await startOwnBackend({ schedule: false, siteUrl: site, androidStatus: { key: "google-key", url } });
  dev = await signUp(backend, { name: "Dana Developer", role: "developer" });
  tester = await signUp(backend, { name: "Tess Tester", role: "tester" });
  other = await signUp(backend, { name: "Otto Tester", role: "tester" });
  const made = await dev.client.from("apps").insert({
    ...{
      id: app,
      developer_id: dev.id,
      title: "Night <Map> & more",
      description: "A map.",
      platform: "ios",
      type: "IPA",
    },
  });
  if (made.error) throw made.error;
  const ios = { platform: "ios", package_id: "com.example.night-map", build_number: "140", signing_kind: "ad_hoc" };
  await release(build.ipa, "1.4", { ...ios, package_name: "Night <Map> & more" });
  await release(build.second, "1.5", { ...ios, package_name: "Night Map" });
  await release(build.store, "1.6", { ...ios, signing_kind: "app_store" });
  await release(build.apk, "2.0", { platform: "android", package_id: "com.example.map", signer_sha256: signer });
  const day = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10);
  const test = await dev.client.from("campaigns").insert({
    ...{ id: campaign, developer_id: dev.id, app_id: app, title: "Night map for hikers", status: "active" },
    ...{ description: "Can the map be read in the dark without waking the tent?", auto_select: true },
    ...{ start_date: day(-1), end_date: day(20), visibility: "public" },
  });
  if (test.error) throw test.error;
  const brief = await dev.client.from("briefs").insert({ id: campaign, developer_id: dev.id, release_id: build.ipa });
  if (brief.error) throw brief.error;
  const [row] = await backend.sql("select private.application_id($1::text::uuid, $2::text::uuid) as id", [
    campaign,
    tester.id,
  ]);
  const applied = await tester.client
    .from("applications")
    .insert({ id: row?.id, campaign_id: campaign, tester_id: tester.id });
  if (applied.error) throw applied.error;
}, 120_000);
afterAll(async () => {
  google?.closeAllConnections();
  google?.close();
  await backend?.stop();
});

const links = async (who: Person | null, id: string, at = backend.url) => {
  const response = await fetch(`${at}/functions/v1/install/links`, {
    method: "POST",
    headers: {
      ...{ apikey: backend.publishableKey, "content-type": "application/json" },
      ...(who ? { authorization: `Bearer ${who.token}` } : {}),
    },
    body: JSON.stringify({ release: id }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
};
/** Extracts the manifest's address from the button's. The phone requests it without headers. */
const manifestOf = (url = ""): URL => {
  const [, manifest = ""] = /^itms-services:\/\/\?action=download-manifest&url=(.+)$/.exec(url) ?? [];
  return new URL(decodeURIComponent(manifest));
};
const here = (url: URL) => fetch(`${backend.url}${url.pathname}${url.search}`, { credentials: "omit" });
const registration = async (who: Person | null, id: string) => {
  const response = await fetch(`${backend.url}/functions/v1/install/registration/${id}`, {
    headers: { apikey: backend.publishableKey, ...(who ? { authorization: `Bearer ${who.token}` } : {}) },
  });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
};

describe("B4 installing on iOS", () => {
  test("B4 a tester's manifest is fetched without cookies, and its file is the build", async () => {
    const { status, body } = await links(tester, build.ipa);
    expect(status).toBe(200);
    const url = manifestOf(body.url);
    expect(url.origin).toBe(site);
    const answer = await here(url);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/xml; charset=utf-8");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const text = await answer.text();
    const [file = ""] = /https:\/\/beta\.example\.test\/storage\/v1\/object\/sign\/releases\/[^<]+/.exec(text) ?? [];
    expect(text.replace(/token=[\w.-]+/g, "token=TOKEN").replaceAll(dev.id, "DEV")).toMatchInlineSnapshot(`
      "<?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0"><dict><key>items</key><array><dict>
      <key>assets</key><array>
      <dict><key>kind</key><string>software-package</string><key>url</key><string>https://beta.example.test/storage/v1/object/sign/releases/DEV/aea4252cc47d4ecdd2ba0231f2e30bc2c01f36bfb011626173ad0bda4b03263e?token=TOKEN</string></dict>
      <dict><key>kind</key><string>display-image</string><key>needs-shine</key><false/><key>url</key><string>https://beta.example.test/icons/icon-192.png</string></dict>
      </array>
      <key>metadata</key><dict>
      <key>bundle-identifier</key><string>com.example.night-map</string>
      <key>bundle-version</key><string>140</string>
      <key>kind</key><string>software</string>
      <key>title</key><string>Night &#60;Map&#62; &#38; more</string>
      </dict>
      </dict></array></dict></plist>
      "
    `);
    const fetched = await here(new URL(file.replaceAll("&#38;", "&")));
    expect(await fetched.text()).toBe("build 1.4");
  });

  test("B4 strangers, other builds, forged tokens and ended builds get no address", async () => {
    for (const who of [other, null]) expect((await links(who, build.ipa)).status).toBe(404);
    expect((await links(tester, build.second)).status).toBe(404);
    expect((await links(tester, randomUUID())).status).toBe(404);
    expect((await links(tester, "none")).status).toBe(400);
    expect((await links(dev, build.store)).body.code).toBe("wrong_state");
    const url = manifestOf((await links(tester, build.ipa)).body.url);
    const token = url.searchParams.get("token") ?? "";
    const at = (id: string, key: string) => here(new URL(`/functions/v1/install/manifest/${id}?token=${key}`, site));
    expect((await at(build.ipa, token)).status).toBe(200);
    expect((await at(build.second, token)).status).toBe(404);
    expect((await at(build.ipa, `${token.slice(0, -3)}AAA`)).status).toBe(404);
    expect((await at(build.ipa, "")).status).toBe(404);
    expect((await at(build.ipa, "a/../b")).status).toBe(404);
    expect((await at("none", token)).status).toBe(404);
  });

  test("B4 a published release of a published app also installs signed out", async () => {
    await dev.client.from("releases").update({ status: "published" }).eq("id", build.second);
    await dev.client.from("apps").update({ status: "published" }).eq("id", app);
    const { status, body } = await links(null, build.second);
    expect(status).toBe(200);
    expect((await here(manifestOf(body.url))).status).toBe(200);
    await dev.client.from("releases").update({ status: "withdrawn" }).eq("id", build.second);
    expect((await here(manifestOf(body.url))).status).toBe(404);
  });

  test("B4 rejects other methods and paths", async () => {
    const ask = async (path: string, method = "GET") =>
      (await fetch(`${backend.url}/functions/v1/install/${path}`, { method })).status;
    expect(await ask("other")).toBe(404);
    expect(await ask("links")).toBe(405);
    expect(await ask(`manifest/${build.ipa}/more`)).toBe(404);
    expect(await ask(`manifest/${build.ipa}`, "POST")).toBe(405);
  });
});

describe("B4 whether Google knows a package", () => {
  test("B4 queries by name and certificate once a day; strangers get no answer", async () => {
    expect((await registration(tester, build.apk)).status).toBe(404);
    expect(asked).toEqual([]);
    expect(await registration(dev, build.apk)).toEqual({ status: 200, body: { registration: "registered" } });
    expect(await registration(dev, build.apk)).toEqual({ status: 200, body: { registration: "registered" } });
    expect(asked).toEqual([
      `google-key /v1/packages/com-example-map/packageRegistrationStatus:check?certificateFingerprint=${signer}`,
    ]);
    expect((await registration(dev, build.ipa)).status).toBe(409);
  });

  test.each([
    ["NOT_REGISTERED", "not_registered"],
    ["REGISTERED_WITH_ANOTHER_CERTIFICATE_FINGERPRINT", "other_key"],
    ["SOMETHING_NEW", "unknown"],
  ])("B4 %s: %s", async (answer, registered) => {
    state = answer;
    await backend.sql("update public.releases set package_id = $2 where id = $1", [
      build.apk,
      `com.example.${registered}`,
    ]);
    expect((await registration(dev, build.apk)).body).toEqual({ registration: registered });
  });

  test("B4 reports a missing response as such, and queries again", async () => {
    state = null;
    asked = [];
    await backend.sql("update public.releases set package_id = 'com.example.silent' where id = $1", [build.apk]);
    const silent = registration(dev, build.apk);
    await expect.poll(() => asked.length).toBe(1);
    google.closeAllConnections();
    expect((await silent).body).toEqual({ registration: "unknown" });
    state = "REGISTERED";
    expect((await registration(dev, build.apk)).body).toEqual({ registration: "registered" });
  });
});

describe("in the real Deno runtime", () => {
  let deno: DenoFunction;
  beforeAll(async () => {
    deno = await startInDeno("install", backend);
  }, 120_000);
  afterAll(() => deno?.stop());

  test("B4 a stranger gets no address there either", async () => {
    const answer = await fetch(`${deno.url}/links`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${other.token}` },
      body: JSON.stringify({ release: build.store }),
    });
    expect(answer.status).toBe(404);
  });
});
