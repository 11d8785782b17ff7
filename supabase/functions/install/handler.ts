// Installing builds: on iOS by a manifest, which the system fetches itself, without cookies and
// headers; of Android packages, whether Google knows them.
//
// POST links {release}: {url}, which the button opens. As the caller, also signed out.
// GET  manifest/{release}?token=…: the property list. The token is Storage's own.
// GET  registration/{release}: {registration}. As the caller, also signed out.
// POST enrolments {release}: {url}, where the caller's iPhone gets the profile that asks for its
//      identifier.
// GET  enrol/{token}: that profile. POST: the phone's answer; leads back to the page of the build.
// POST devices {campaign}: {version, devices: [{name, model, os_version, created_at, udid,
//      in_profile}]} (campaign_devices in SQL), for those who manage it.
import * as v from "valibot";
import { deviceIdentifiers } from "../_shared/device-identifiers.ts";
import { bodyOf, bytesOf, call, json, ownFetch, Refused, withRefusals } from "../_shared/http.ts";
import type { FunctionEnv } from "../_shared/types.ts";
import { enrolmentProfile, readDeviceAnswer } from "./enrolment.ts";
import { manifestOf } from "./manifest.ts";
import { registrationOf } from "./registration.ts";

/** Long enough for a large app over a slow line. */
const linkSeconds = 3600;
const timeoutMs = 10_000;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const text = v.string();
const pageSchema = v.variant("access", [
  v.looseObject({
    access: v.literal("full"),
    release: v.looseObject({
      ...{ id: text, kind: text, file_path: text, platform: text, package_id: text, signer_sha256: text },
      ...{ signing_kind: text, status: text },
    }),
  }),
  v.looseObject({ access: v.picklist(["join", "sign_in", "none"]) }),
]);
const signedSchema = v.looseObject({ signedURL: text });
const rowsSchema = v.array(
  v.looseObject({
    ...{ app_id: text, file_path: text, package_id: text, package_name: text, build_number: text, version: text },
    status: text,
  }),
);
const appsSchema = v.array(v.looseObject({ title: text, icon_path: text, published_at: v.nullable(text) }));

const notSetUp = () => new Refused(501, "Adding iPhones is not set up here", "not_set_up");
/** An answer has some hundred bytes and Apple's certificates. */
const mostAnswerBytes = 64 * 1024;
const notHere = () => new Refused(404, "There is no such build for you", "not_found");

/** Of the caller; of a visitor the publishable key. */
const tokenOf = (request: Request, env: FunctionEnv): string =>
  /^Bearer\s+(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? env.SUPABASE_PUBLISHABLE_KEY;

/** What a gateway says of a visitor; no secrets. */
const addressHeaders = ({ headers }: Request): object =>
  Object.fromEntries([...headers].filter(([name]) => !/^(authorization|apikey|cookie)$/.test(name)));

/** Where phones reach this backend. */
const publicAddress = (env: FunctionEnv): string => (env.SUPABASE_PUBLIC_URL || env.SUPABASE_URL).replace(/\/$/, "");

const pathOf = (name: string): string => name.split("/").map(encodeURIComponent).join("/");

/** What the caller may know of a release: the database decides. */
async function releaseFor(request: Request, env: FunctionEnv, id: unknown) {
  if (typeof id !== "string" || !uuid.test(id)) throw new Refused(400, "release: an id", "invalid");
  const token = tokenOf(request, env);
  const page =
    token === env.SUPABASE_PUBLISHABLE_KEY
      ? // The limit of visitors counts by address, which is ours in a call of ours.
        await call(env, "POST", "/rest/v1/rpc/visitor_build_page", pageSchema, {
          ...{ body: { release_id: id, headers: addressHeaders(request) }, timeoutMs },
        })
      : await call(env, "POST", "/rest/v1/rpc/build_page", pageSchema, { token, body: { release_id: id }, timeoutMs });
  if (page.access !== "full") throw notHere();
  return page.release;
}

async function links(request: Request, env: FunctionEnv): Promise<Response> {
  const token = tokenOf(request, env);
  const release = await releaseFor(request, env, (await bodyOf(request)).release);
  const installs = ["ad_hoc", "development", "enterprise"].includes(release.signing_kind);
  if (release.kind !== "file" || release.platform !== "ios" || !installs)
    throw new Refused(409, "iOS cannot install this build from a page", "wrong_state");
  const base = publicAddress(env);
  if (!base.startsWith("https:")) throw new Refused(409, "iOS installs apps only from a server with https", "no_https");
  // As the caller: whoever may not read the file gets no address of it.
  const signed = await call(
    env,
    "POST",
    `/storage/v1/object/sign/releases/${pathOf(release.file_path)}`,
    signedSchema,
    {
      ...{ token, body: { expiresIn: linkSeconds }, timeoutMs },
    },
  ).catch((error: unknown) => {
    throw error instanceof Refused && error.status < 500 && error.status !== 429 ? notHere() : error;
  });
  const key = new URL(signed.signedURL, base).searchParams.get("token") ?? "";
  const manifest = `${base}/functions/v1/install/manifest/${release.id}?token=${encodeURIComponent(key)}`;
  return json({ url: `itms-services://?action=download-manifest&url=${encodeURIComponent(manifest)}` });
}

/** Is this token good for this object? Storage says it, with one byte of the file. */
async function opens(env: FunctionEnv, path: string): Promise<boolean> {
  const response = await ownFetch(env)(`${env.SUPABASE_URL}${path}`, {
    headers: { range: "bytes=0-0" },
    signal: AbortSignal.timeout(timeoutMs),
  });
  await response.body?.cancel();
  return response.status === 206 || response.status === 200;
}

async function manifest(id: string, url: URL, env: FunctionEnv): Promise<Response> {
  const token = url.searchParams.get("token") ?? "";
  if (!uuid.test(id) || !/^[\w.-]{1,2000}$/.test(token)) throw notHere();
  // Without a caller: the token is checked before anything of it is said.
  const columns = "app_id,file_path,package_id,package_name,build_number,version,status";
  const [release] = await call(
    env,
    "GET",
    `/rest/v1/releases?id=eq.${id}&_deleted=is.false&select=${columns}`,
    rowsSchema,
  );
  if (!release || release.file_path === "" || !["draft", "published"].includes(release.status)) throw notHere();
  const file = `/storage/v1/object/sign/releases/${pathOf(release.file_path)}?token=${token}`;
  if (!(await opens(env, file))) throw notHere();
  const [app] = await call(
    env,
    "GET",
    `/rest/v1/apps?id=eq.${release.app_id}&select=title,icon_path,published_at`,
    appsSchema,
  );
  const base = publicAddress(env);
  const hasIcon = app !== undefined && app.icon_path !== "" && app.published_at !== null;
  const body = manifestOf({
    file: base + file,
    icon: hasIcon
      ? `${base}/storage/v1/object/public/app-content/${pathOf(app.icon_path)}`
      : `${(env.SITE_URL || base).replace(/\/$/, "")}/icons/icon-192.png`,
    bundleId: release.package_id,
    version: release.build_number || release.version,
    title: release.package_name || (app?.title ?? release.version),
  });
  return new Response(body, {
    headers: {
      "content-type": "text/xml; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  });
}

async function registration(id: string, request: Request, env: FunctionEnv): Promise<Response> {
  const release = await releaseFor(request, env, id);
  if (release.platform !== "android") throw new Refused(409, "This is no Android package", "wrong_state");
  const found = await registrationOf(env, release.package_id, release.signer_sha256);
  return json({ registration: found });
}

/** A secure address, where phones reach this backend: iOS opens no other. */
function secureAddress(env: FunctionEnv): string {
  const base = publicAddress(env);
  if (!base.startsWith("https:")) throw new Refused(409, "iOS does this only with a server that has https", "no_https");
  return base;
}

const tokenSchema = v.looseObject({ token: text });

async function enrolments(request: Request, env: FunctionEnv): Promise<Response> {
  const base = secureAddress(env);
  if (!env.DEVICE_KEY) throw notSetUp();
  const { release } = await bodyOf(request);
  if (typeof release !== "string" || !uuid.test(release)) throw new Refused(400, "release: an id", "invalid");
  const options = { token: tokenOf(request, env), body: { release_id: release }, timeoutMs };
  const { token } = await call(env, "POST", "/rest/v1/rpc/begin_device_enrolment", tokenSchema, options);
  return json({ url: `${base}/functions/v1/install/enrol/${token}` });
}

const enrolmentSchema = v.nullable(
  v.looseObject({ name: text, organization: text, language: v.picklist(["en", "es"]) }),
);

async function enrolmentOf(token: string, env: FunctionEnv) {
  const body = { token };
  const found = await call(env, "POST", "/rest/v1/rpc/read_device_enrolment", enrolmentSchema, { body, timeoutMs });
  if (!found) throw new Refused(404, "This link has expired. Begin anew.", "not_found");
  return found;
}

/** What Safari opens: the profile that asks for the identifier. */
async function offerProfile(token: string, env: FunctionEnv): Promise<Response> {
  const found = await enrolmentOf(token, env);
  const profile = enrolmentProfile(`${secureAddress(env)}/functions/v1/install/enrol/${token}`, found);
  return new Response(profile, {
    headers: { "content-type": "application/x-apple-aspen-config", "cache-control": "no-store" },
  });
}

const enrolledSchema = v.looseObject({ device_id: text, release_id: text });

/** The phone's answer: a signed message (CMS) around a property list. */
async function takeDevice(token: string, request: Request, env: FunctionEnv): Promise<Response> {
  const identifiers = await deviceIdentifiers(env);
  if (!identifiers) throw notSetUp();
  // Before its body: nobody else's is read.
  await enrolmentOf(token, env);
  const bytes = await bytesOf(request, mostAnswerBytes);
  if (!bytes) throw new Refused(413, `More than ${mostAnswerBytes} bytes`, "too_large");
  const device = readDeviceAnswer(bytes);
  if (!device) throw new Refused(400, "This is no answer of an iPhone or iPad", "invalid");
  const { udid, model, osVersion: os_version } = device;
  const body = {
    ...{ token, model, os_version },
    udid_encrypted: await identifiers.encrypt(udid),
    udid_hash: await identifiers.hash(udid),
  };
  const done = await call(env, "POST", "/rest/v1/rpc/complete_device_enrolment", enrolledSchema, { body, timeoutMs });
  const site = (env.SITE_URL || publicAddress(env)).replace(/\/$/, "");
  // iOS follows a 301 after a profile, and opens it in Safari.
  const location = `${site}/b/${done.release_id}?device=${done.device_id}`;
  return new Response(null, { status: 301, headers: { location, "cache-control": "no-store" } });
}

async function enrol(token: string, request: Request, env: FunctionEnv): Promise<Response> {
  if (!/^[0-9a-f]{64}$/.test(token)) throw notHere();
  return request.method === "GET" ? offerProfile(token, env) : takeDevice(token, request, env);
}

const devicesSchema = v.looseObject({
  version: v.nullable(text),
  devices: v.array(v.looseObject({ udid_encrypted: text })),
});

async function devices(request: Request, env: FunctionEnv): Promise<Response> {
  const identifiers = await deviceIdentifiers(env);
  if (!identifiers) throw notSetUp();
  const { campaign } = await bodyOf(request);
  if (typeof campaign !== "string" || !uuid.test(campaign)) throw new Refused(400, "campaign: an id", "invalid");
  const options = { token: tokenOf(request, env), body: { campaign_id: campaign }, timeoutMs };
  const found = await call(env, "POST", "/rest/v1/rpc/campaign_devices", devicesSchema, options);
  const read = await Promise.all(
    found.devices.map(async ({ udid_encrypted, ...row }) => ({
      ...row,
      udid: await identifiers.decrypt(udid_encrypted),
    })),
  );
  // With another key nobody can read them any more: their owners have to add them again.
  return json({ version: found.version, devices: read.filter(({ udid }) => udid !== null) });
}

async function answer(request: Request, env: FunctionEnv): Promise<Response> {
  const url = new URL(request.url);
  const [action = "", id = "", ...more] = url.pathname.replace(/^.*?\/install\/?/, "").split("/");
  const methods = {
    ...{ links: ["POST"], manifest: ["GET"], registration: ["GET"], enrolments: ["POST"] },
    ...{ enrol: ["GET", "POST"], devices: ["POST"] },
  }[action];
  if (methods === undefined || more.length > 0) return json({ error: "Unknown action" }, 404);
  if (!methods.includes(request.method)) return json({ error: "Method not allowed" }, 405);
  if (action === "links") return links(request, env);
  if (action === "enrolments") return enrolments(request, env);
  if (action === "enrol") return enrol(id, request, env);
  if (action === "devices") return devices(request, env);
  return action === "manifest" ? manifest(id, url, env) : registration(id, request, env);
}

export const handler = withRefusals(answer);
