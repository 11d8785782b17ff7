// Installs builds: on iOS through a manifest, which the system fetches without cookies and headers.
// For Android packages, checks Google's registration.
//
// POST links {release}: {url} for the button. As the caller, also signed out.
// GET  manifest/{release}?token=…: the property list. The token is Storage's.
// GET  registration/{release}: {registration}. As the caller, also signed out.
// POST enrolments {release}: {url} of the profile that requests the iPhone's identifier.
// GET  enrol/{token}: that profile. POST: the phone's answer; redirects to the build's page.
// POST devices {campaign}: {version, devices: [{name, model, os_version, created_at, udid,
// in_profile}]} (SQL: campaign_devices), for managers.
import * as v from "valibot";
import { deviceIdentifiers } from "../_shared/device-identifiers.ts";
import {
  bearerOf,
  bodyOf,
  bytesOf,
  call,
  isUuid,
  json,
  projectFetch,
  Rejected,
  rpc,
  withRejections,
} from "../_shared/http.ts";
import { lookUp } from "../_shared/look-up.ts";
import { storagePath } from "../_shared/storage-path.ts";
import type { FunctionEnv } from "../_shared/types.ts";
import { enrolmentProfile, readDeviceAnswer } from "./enrolment.ts";
import { manifestOf } from "./manifest.ts";
import { registrationOf } from "./registration.ts";

/** Sufficient for a large app over a slow connection. */
const linkSeconds = 3600;
const timeoutMs = 10_000;

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

const notSetUp = () => new Rejected(501, "Adding iPhones is not set up here", "not_set_up");
/** An answer has a few hundred bytes and Apple's certificates. */
const mostAnswerBytes = 64 * 1024;
const notHere = () => new Rejected(404, "There is no such build for you", "not_found");

const tokenOf = (request: Request, env: FunctionEnv): string => bearerOf(request) || env.SUPABASE_PUBLISHABLE_KEY;

/** Headers of the gateway with the visitor's address; no secrets. */
const addressHeaders = ({ headers }: Request): object =>
  Object.fromEntries([...headers].filter(([name]) => !/^(authorization|apikey|cookie)$/.test(name)));

const publicAddress = (env: FunctionEnv): string => (env.SUPABASE_PUBLIC_URL || env.SUPABASE_URL).replace(/\/$/, "");

/** The readable part of a release for the caller, decided by the database. */
async function releaseFor(request: Request, env: FunctionEnv, id: unknown) {
  if (!isUuid(id)) throw new Rejected(400, "release: an id", "invalid");
  const token = tokenOf(request, env);
  // The visitors' limit counts by address, which would be this server's.
  const visitor = { release_id: id, headers: addressHeaders(request) };
  const page =
    token === env.SUPABASE_PUBLISHABLE_KEY
      ? await rpc(env, "visitor_build_page", pageSchema, "service", visitor, timeoutMs)
      : await rpc(env, "build_page", pageSchema, { token }, { release_id: id }, timeoutMs);
  if (page.access !== "full") throw notHere();
  return page.release;
}

async function links(request: Request, env: FunctionEnv): Promise<Response> {
  const token = tokenOf(request, env);
  const release = await releaseFor(request, env, (await bodyOf(request)).release);
  const installs = ["ad_hoc", "development", "enterprise"].includes(release.signing_kind);
  if (release.kind !== "file" || release.platform !== "ios" || !installs)
    throw new Rejected(409, "iOS cannot install this build from a page", "wrong_state");
  const base = publicAddress(env);
  if (!base.startsWith("https:"))
    throw new Rejected(409, "iOS installs apps only from a server with https", "no_https");
  // Signs as the caller, so that only readable files get an address.
  const signed = await call(env, "POST", storagePath("sign", "releases", release.file_path), signedSchema, {
    as: { token },
    body: { expiresIn: linkSeconds },
    timeoutMs,
  }).catch((error: unknown) => {
    throw error instanceof Rejected && error.status < 500 && error.status !== 429 ? notHere() : error;
  });
  const key = new URL(signed.signedURL, base).searchParams.get("token") ?? "";
  const manifest = `${base}/functions/v1/install/manifest/${release.id}?token=${encodeURIComponent(key)}`;
  return json({ url: `itms-services://?action=download-manifest&url=${encodeURIComponent(manifest)}` });
}

/** Checks the token for this object: Storage verifies it on a read of one byte. */
async function opens(env: FunctionEnv, path: string): Promise<boolean> {
  const response = await projectFetch(env, "GET", path, "signed", {
    headers: { range: "bytes=0-0" },
    signal: AbortSignal.timeout(timeoutMs),
  });
  await response.body?.cancel();
  return response.status === 206 || response.status === 200;
}

async function manifest(id: string, url: URL, env: FunctionEnv): Promise<Response> {
  const token = url.searchParams.get("token") ?? "";
  if (!isUuid(id) || !/^[\w.-]{1,2000}$/.test(token)) throw notHere();
  // Has no caller: verifies the token before it returns data.
  const columns = "app_id,file_path,package_id,package_name,build_number,version,status";
  const releasePath = `/rest/v1/releases?id=eq.${id}&_deleted=is.false&select=${columns}`;
  const [release] = await call(env, "GET", releasePath, rowsSchema, { as: "service" });
  if (!release || release.file_path === "" || !["draft", "published"].includes(release.status)) throw notHere();
  const file = `${storagePath("sign", "releases", release.file_path)}?token=${token}`;
  if (!(await opens(env, file))) throw notHere();
  const appPath = `/rest/v1/apps?id=eq.${release.app_id}&select=title,icon_path,published_at`;
  const [app] = await call(env, "GET", appPath, appsSchema, { as: "service" });
  const base = publicAddress(env);
  const hasIcon = app !== undefined && app.icon_path !== "" && app.published_at !== null;
  const body = manifestOf({
    file: base + file,
    icon: hasIcon
      ? base + storagePath("public", "app-content", app.icon_path)
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
  if (release.platform !== "android") throw new Rejected(409, "This is no Android package", "wrong_state");
  const found = await registrationOf(env, release.package_id, release.signer_sha256);
  return json({ registration: found });
}

/** The public https address: iOS accepts no other. */
function secureAddress(env: FunctionEnv): string {
  const base = publicAddress(env);
  if (!base.startsWith("https:"))
    throw new Rejected(409, "iOS does this only with a server that has https", "no_https");
  return base;
}

const tokenSchema = v.looseObject({ token: text });

async function enrolments(request: Request, env: FunctionEnv): Promise<Response> {
  const base = secureAddress(env);
  if (!env.DEVICE_KEY) throw notSetUp();
  const { release } = await bodyOf(request);
  if (!isUuid(release)) throw new Rejected(400, "release: an id", "invalid");
  const as = { token: tokenOf(request, env) };
  const { token } = await rpc(env, "begin_device_enrolment", tokenSchema, as, { release_id: release }, timeoutMs);
  return json({ url: `${base}/functions/v1/install/enrol/${token}` });
}

const enrolmentSchema = v.nullable(
  v.looseObject({ name: text, organization: text, language: v.picklist(["en", "es"]) }),
);

async function enrolmentOf(token: string, env: FunctionEnv) {
  const found = await rpc(env, "read_device_enrolment", enrolmentSchema, "service", { token }, timeoutMs);
  if (!found) throw new Rejected(404, "This link has expired. Begin anew.", "not_found");
  return found;
}

/** Safari opens this profile, which requests the identifier. */
async function offerProfile(token: string, env: FunctionEnv): Promise<Response> {
  const found = await enrolmentOf(token, env);
  const profile = enrolmentProfile(`${secureAddress(env)}/functions/v1/install/enrol/${token}`, found);
  return new Response(profile, {
    headers: { "content-type": "application/x-apple-aspen-config", "cache-control": "no-store" },
  });
}

const enrolledSchema = v.looseObject({ device_id: text, release_id: text });

/** Handles the phone's answer: a signed message (CMS) with a property list. */
async function takeDevice(token: string, request: Request, env: FunctionEnv): Promise<Response> {
  const identifiers = await deviceIdentifiers(env);
  if (!identifiers) throw notSetUp();
  // Before the body: reads no body without a valid token.
  await enrolmentOf(token, env);
  const bytes = await bytesOf(request, mostAnswerBytes);
  if (!bytes) throw new Rejected(413, `More than ${mostAnswerBytes} bytes`, "too_large");
  const device = readDeviceAnswer(bytes);
  if (!device) throw new Rejected(400, "This is no answer of an iPhone or iPad", "invalid");
  const { udid, model, osVersion: os_version } = device;
  const body = {
    ...{ token, model, os_version },
    udid_encrypted: await identifiers.encrypt(udid),
    udid_hash: await identifiers.hash(udid),
  };
  const done = await rpc(env, "complete_device_enrolment", enrolledSchema, "service", body, timeoutMs);
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
  if (!isUuid(campaign)) throw new Rejected(400, "campaign: an id", "invalid");
  const as = { token: tokenOf(request, env) };
  const found = await rpc(env, "campaign_devices", devicesSchema, as, { campaign_id: campaign }, timeoutMs);
  const read = await Promise.all(
    found.devices.map(async ({ udid_encrypted, ...row }) => ({
      ...row,
      udid: await identifiers.decrypt(udid_encrypted),
    })),
  );
  // Identifiers encrypted with another key are unreadable; their owners must add the devices again.
  return json({ version: found.version, devices: read.filter(({ udid }) => udid !== null) });
}

const methodsOf: Readonly<Record<string, readonly string[]>> = {
  ...{ links: ["POST"], manifest: ["GET"], registration: ["GET"], enrolments: ["POST"] },
  ...{ enrol: ["GET", "POST"], devices: ["POST"] },
};

async function answer(request: Request, env: FunctionEnv): Promise<Response> {
  const url = new URL(request.url);
  const [action = "", id = "", ...more] = url.pathname.replace(/^.*?\/install\/?/, "").split("/");
  const methods = lookUp(methodsOf, action);
  if (methods === undefined || more.length > 0) return json({ error: "Unknown action" }, 404);
  if (!methods.includes(request.method)) return json({ error: "Method not allowed" }, 405);
  if (action === "links") return links(request, env);
  if (action === "enrolments") return enrolments(request, env);
  if (action === "enrol") return enrol(id, request, env);
  if (action === "devices") return devices(request, env);
  return action === "manifest" ? manifest(id, url, env) : registration(id, request, env);
}

export const handler = withRejections(answer);
