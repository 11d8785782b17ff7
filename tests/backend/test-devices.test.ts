// Testers' iPhones: added by a profile that the phone answers, encrypted at rest, readable by a
// test's managers only, and compared with a build's provisioning profile.
import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deviceIdentifiers } from "../../supabase/functions/_shared/device-identifiers.ts";
import { handler as readBuilds } from "../../supabase/functions/builds/handler.ts";
import type { ListeningBackend } from "../../supabase/local/backend.ts";
import { startOwnBackend } from "../fixtures/backend/own-backend.ts";
import { type Person, signUp } from "../fixtures/backend/project.ts";
import { iosApp, xmlPlist } from "../fixtures/packages.ts";

const site = "https://beta.example.test";
const udid = "00008120-001A2B3C4D5E601E";
const older = "0123456789abcdef0123456789abcdef01234567";
let campaign: string;
let build: string;
let backend: ListeningBackend;
let dev: Person;
let tess: Person;
let otto: Person;

const made = async (answer: PromiseLike<{ error: unknown }>) => expect((await answer).error).toBe(null);
const ask = async (who: Person | null, path: string, body?: object) => {
  const answer = await fetch(`${backend.url}/functions/v1/install/${path}`, {
    method: "POST",
    headers: { apikey: backend.publishableKey, ...(who && { authorization: `Bearer ${who.token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};
/** Returns a phone's response: a signed message around its property list. */
const answerOf = (id: string, more = "") =>
  Buffer.concat([
    Buffer.from([0x30, 0x82, 0xff]),
    xmlPlist(`<key>PRODUCT</key><string>iPhone17,1</string><key>UDID</key><string>${id}</string>
      <key>VERSION</key><string>22A3354</string>${more}`),
    Buffer.from([0xa0, 0x82]),
  ]);
const here = (url: unknown) => String(url).replace(site, backend.url);
const send = (url: string, bytes: Uint8Array) =>
  fetch(url, { method: "POST", body: new Uint8Array(bytes), redirect: "manual" });
/** Adds a phone as iOS does, without cookies and headers. */
async function add(who: Person, id: string): Promise<string> {
  const { body } = await ask(who, "enrolments", { release: build });
  const profile = await fetch(here(body.url));
  expect(profile.headers.get("content-type")).toBe("application/x-apple-aspen-config");
  const text = await profile.text();
  const [, answers] = /<key>URL<\/key><string>([^<]+)</.exec(text) ?? [];
  // The page names the account, so that users do not add a phone for a stranger.
  expect(text).toContain(`for the account “Tess Tester”. The managers of “Dana Developer” can read it.`);
  expect(answers).toBe(body.url);
  const done = await send(here(answers), answerOf(id));
  expect(done.status).toBe(301);
  return done.headers.get("location") ?? "";
}
const mine = async (who: Person) =>
  ((await who.client.rpc("my_test_devices", { release_id: build })).data as { devices: { id: string }[] }).devices;

/** Creates a test with an ad hoc build and its accepted tester. */
async function handOut(owner: Person, tester: Person, title: string) {
  const ids = { app: randomUUID(), campaign: randomUUID(), build: randomUUID() };
  const own = { developer_id: owner.id };
  await made(owner.client.from("apps").insert({ ...own, id: ids.app, title, platform: "ios", type: "IPA" }));
  const day = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10);
  await made(
    owner.client.from("campaigns").insert({
      ...{
        ...own,
        id: ids.campaign,
        app_id: ids.app,
        title: `${title} for hikers`,
        status: "active",
        auto_select: true,
      },
      ...{ description: "Can the map be read in the dark?", start_date: day(-1), end_date: day(20) },
    }),
  );
  const [row] = await backend.sql<{ id: string }>("select private.application_id($1::uuid, $2::uuid) as id", [
    ids.campaign,
    tester.id,
  ]);
  const application = { id: row?.id, campaign_id: ids.campaign, tester_id: tester.id };
  await made(tester.client.from("applications").insert(application));
  const profile = `<key>ProvisionedDevices</key><array><string>${udid.toLowerCase()}</string><string>${older}</string></array>`;
  const { bytes } = iosApp({ profile });
  const path = `${owner.id}/${createHash("sha256").update(bytes).digest("hex")}`;
  expect((await owner.client.storage.from("releases").upload(path, bytes)).error).toBeNull();
  await made(
    owner.client.from("releases").insert({
      ...{ ...own, id: ids.build, app_id: ids.app, version: "1", file_name: "map.ipa", file_path: path },
    }),
  );
  const brief = { ...own, id: ids.campaign, release_id: ids.build };
  await made(owner.client.from("briefs").insert(brief));
  await backend.deliver();
  return ids;
}

beforeAll(async () => {
  backend = await startOwnBackend({ schedule: false, siteUrl: site });
  dev = await signUp(backend, { name: "Dana Developer", role: "developer" });
  tess = await signUp(backend, { name: "Tess Tester" });
  otto = await signUp(backend, { name: "Otto Other" });
  ({ campaign, build } = await handOut(dev, tess, "Night map"));
}, 120_000);
afterAll(() => backend?.stop());

test("B4 a phone is added by its profile, returns to the build, and is found in the build's profile", async () => {
  const location = await add(tess, udid);
  const [device] = await mine(tess);
  expect(location).toBe(`${site}/b/${build}?device=${device?.id}`);
  expect(device).toMatchObject({ model: "iPhone17,1", os_version: "22A3354", in_profile: true, shared: true });
  // The same phone again is the same device. Another phone is missing in the profile, and its
  // manager sees that.
  await add(tess, udid.toLowerCase());
  await add(tess, "00008120-00FF00FF00FF00FF");
  expect(await mine(tess)).toMatchObject([{ in_profile: false }, { in_profile: true }]);
  expect(await mine(otto)).toEqual([]);
  const told = await dev.client.from("notifications").select("data, link").eq("kind", "device_added");
  expect(told.data).toEqual([
    {
      data: {
        tester_name: "Tess Tester",
        model: "iPhone17,1",
        campaign_title: "Night map for hikers",
      },
      link: `/developer/campaigns/${campaign}?tab=applicants&devices=true`,
    },
  ]);
});

test("B4 P4 the identifier is encrypted at rest, and only the test's managers read it", async () => {
  const stored = JSON.stringify(await backend.sql("select * from private.test_devices"));
  expect(stored.toLowerCase()).not.toContain(udid.toLowerCase());
  const { body } = await ask(dev, "devices", { campaign });
  expect(body).toMatchObject({
    version: "1",
    devices: [
      { name: "Tess Tester", in_profile: false },
      { name: "Tess Tester", udid, in_profile: true },
    ],
  });
  expect(JSON.stringify(body)).not.toContain("encrypted");
  for (const who of [tess, otto, null]) expect((await ask(who, "devices", { campaign })).status).toBeGreaterThan(400);
  for (const who of [dev, tess])
    expect((await who.client.from("test_devices").select("*")).error?.code).toBe("PGRST205");
});

test("B4 P4 another organization reads a device only after its owner shares it", async () => {
  const next = {
    org: await signUp(backend, { name: "Nora Next", role: "developer" }),
    ids: {} as Record<string, string>,
  };
  next.ids = await handOut(next.org, tess, "Next map");
  const devices = async () => (await ask(next.org, "devices", { campaign: next.ids.campaign })).body.devices;
  expect(await devices()).toEqual([]);
  const [, device] = await mine(tess);
  const share = (who: Person, release: string | undefined) =>
    who.client.rpc("share_test_device", { device_id: device?.id, release_id: release });
  // Another user's device, and a build of a test that the caller has not joined.
  expect((await share(next.org, next.ids.build)).error?.code).toBe("PT422");
  expect((await share(otto, build)).error?.code).toBe("PT422");
  await made(share(tess, next.ids.build));
  expect(await devices()).toMatchObject([{ udid }]);
  const settings = await tess.client.rpc("my_test_devices", { release_id: null });
  expect(settings.data).toMatchObject({
    organization: null,
    devices: [{ shared_with: ["Dana Developer"], in_profile: null }, { shared_with: ["Dana Developer", "Nora Next"] }],
  });
});

test("B4 P4 a link works once within a quarter of an hour, and accepts only an iPhone's response", async () => {
  const begin = async () => here((await ask(tess, "enrolments", { release: build })).body.url);
  expect((await ask(null, "enrolments", { release: build })).status).toBe(401);
  for (const who of [otto, dev]) expect((await ask(who, "enrolments", { release: build })).status).toBe(422);
  const url = await begin();
  for (const bytes of [Buffer.from("no answer"), answerOf("not an identifier"), Buffer.alloc(100_000, "x")])
    expect([400, 413]).toContain((await send(url, bytes)).status);
  expect((await send(url, answerOf(older))).status).toBe(301);
  expect((await send(url, answerOf(older))).status).toBe(404);
  expect((await fetch(url)).status).toBe(404);
  // The first link has stopped working.
  const [old, late] = [await begin(), await begin()];
  expect((await fetch(old)).status).toBe(404);
  await backend.sql("update private.device_enrolments set expires_at = now()");
  expect((await fetch(late)).status).toBe(404);
  expect((await send(late, answerOf(older))).status).toBe(404);
  expect((await send(late.replace(/[0-9a-f]{64}$/, "a".repeat(64)), answerOf(older))).status).toBe(404);
});

test("B4 users can delete a device, have ten at most, and account deletion removes them", async () => {
  const [first] = await mine(tess);
  await made(otto.client.rpc("remove_test_device", { device_id: first?.id }));
  expect((await mine(tess))[0]).toEqual(first);
  await made(tess.client.rpc("remove_test_device", { device_id: first?.id }));
  expect((await mine(tess)).map(({ id }) => id)).not.toContain(first?.id);
  const parts = await tess.client.rpc("export_own_data", { request: { part: "test_devices" } });
  expect(parts.data.rows[0]).toMatchObject({ model: "iPhone17,1" });
  expect(JSON.stringify(parts.data)).not.toMatch(/udid/);
  await backend.sql(
    `insert into private.test_devices (user_id, udid_encrypted, udid_hash)
     select $1, 'x', encode(sha256(n::text::bytea), 'hex') from generate_series(1, 8) n`,
    [tess.id],
  );
  const { body } = await ask(tess, "enrolments", { release: build });
  expect((await send(here(body.url), answerOf("00008120-00AA00AA00AA00AA"))).status).toBe(422);
  // Leaving the test removes the shared devices.
  expect((await ask(dev, "devices", { campaign })).body.devices).toHaveLength(2);
  await backend.sql("update public.applications set status = 'withdrawn' where tester_id = $1", [tess.id]);
  expect((await ask(dev, "devices", { campaign })).body.devices).toEqual([]);
  expect((await ask(tess, "enrolments", { release: build })).status).toBe(422);
  await backend.sql("update public.profiles set _deleted = true where id = $1", [tess.id]);
  expect(
    await backend.sql("select 1 from private.test_devices union all select 1 from private.device_enrolments"),
  ).toEqual([]);
});

test("B4 with another key devices cannot be read, and nothing breaks", async () => {
  const env = { SUPABASE_URL: "", SUPABASE_PUBLISHABLE_KEY: "", SUPABASE_SECRET_KEY: "" };
  const key = (n: number) => Buffer.alloc(32, n).toString("base64");
  const [one, two] = [
    await deviceIdentifiers({ ...env, DEVICE_KEY: key(1) }),
    await deviceIdentifiers({ ...env, DEVICE_KEY: key(2) }),
  ];
  const secret = (await one?.encrypt(udid)) ?? "";
  expect([await one?.decrypt(secret), await two?.decrypt(secret), await one?.decrypt("?")]).toEqual([udid, null, null]);
  expect(await one?.hash(udid)).toBe(await one?.hash(udid.toLowerCase()));
  expect(await one?.hash(udid)).not.toBe(await two?.hash(udid));
  expect(await deviceIdentifiers(env)).toBeNull();
  for (const wrong of ["no key?", key(1).slice(4), "%"])
    await expect(deviceIdentifiers({ ...env, DEVICE_KEY: wrong })).rejects.toThrow("DEVICE_KEY: 32 bytes in Base64");
});

test("B4 S20 a wrong key is no fault of a package: nothing is claimed, and nothing counts as damaged", async () => {
  const queued = () => backend.sql("select release_id, attempts from private.build_checks order by 1");
  await backend.sql("insert into private.build_checks (release_id) values ($1) on conflict do nothing", [build]);
  const before = await queued();
  const request = new Request(backend.url, { method: "POST", headers: { apikey: backend.serviceKey } });
  const env = { SUPABASE_URL: backend.url, SUPABASE_PUBLISHABLE_KEY: "", SUPABASE_SECRET_KEY: backend.serviceKey };
  await expect(readBuilds(request, { ...env, DEVICE_KEY: "no key?" })).rejects.toThrow("DEVICE_KEY");
  expect(await queued()).toEqual(before);
});
