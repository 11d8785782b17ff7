// Reads the packages that have arrived, as their developer's device did before (sync/packages), and
// deletes the files that old releases have given up. POST with the service key; what is due, the
// database says (migration `builds`).
import * as v from "valibot";
import { type PackageFacts, readPackage } from "../../../sync/packages/read-package.ts";
import { answerDrain } from "../_shared/deliveries.ts";
import { type DeviceIdentifiers, deviceIdentifiers, isIdentifier } from "../_shared/device-identifiers.ts";
import { call, cors } from "../_shared/http.ts";
import type { FunctionEnv } from "../_shared/types.ts";
import { blockwise, objectSource } from "./object-source.ts";

const checkSchema = v.object({
  release_id: v.string(),
  file_path: v.string(),
  file_name: v.string(),
  size_bytes: v.nullable(v.number()),
});
type Check = v.InferOutput<typeof checkSchema>;

const checksAtOnce = 2;
const removalsAtOnce = 100;
/** No further package is begun after that: Supabase ends a call after 150 seconds. */
const workMs = 20_000;
/** Each read is a request, so one takes longer here than on a device. */
const readMs = 45_000;

type Result = { release_id: string; file_path: string } & (
  | { outcome: "retry" }
  /** `devices`: hashes of those that its profile names. */
  | { outcome: "read"; failure: string; facts: object; devices: string[] }
);

/** PostgreSQL's JSON refuses U+0000, and the others would only confuse whoever reads a name. */
const clean = (text: string): string => text.replace(/[\p{Cc}\p{Cs}]/gu, " ").trim();

/** The columns of the release. */
const factsOf = (facts: PackageFacts): object => ({
  platform: facts.platform,
  package_id: clean(facts.packageId),
  package_name: clean(facts.name),
  build_number: clean(facts.build),
  ...(facts.platform === "android"
    ? {
        min_os: facts.minSdk === null ? "" : String(facts.minSdk),
        abis: facts.abis.map(clean),
        signer_sha256: facts.signer ?? "",
        signing_kind: facts.signer === null ? "unsigned" : facts.debuggable ? "debug" : "release",
      }
    : {
        min_os: clean(facts.minOs),
        abis: [],
        signing_kind: facts.signing ?? "simulator",
        signing_expires_at: facts.expiresAt,
        profile_devices: facts.devices.length,
      }),
});

/** @param faults takes what is wrong with us: the others of the batch are settled all the same */
async function check(
  env: FunctionEnv,
  { release_id, file_path, file_name, size_bytes: size }: Check,
  identifiers: DeviceIdentifiers | null,
  faults: unknown[],
): Promise<Result> {
  const release = { release_id, file_path };
  if (size === null) return { ...release, outcome: "retry" };
  try {
    const source = blockwise(objectSource(env, "releases", file_path, size));
    const read = await readPackage(source, file_name, readMs);
    if (!read.ok) return { ...release, outcome: "read", failure: read.failure, facts: {}, devices: [] };
    const { facts } = read;
    const named = facts?.platform === "ios" ? facts.devices.filter(isIdentifier) : [];
    const devices = identifiers ? await Promise.all(named.map(identifiers.hash)) : [];
    return { ...release, outcome: "read", failure: "", facts: facts ? factsOf(facts) : {}, devices };
  } catch (error) {
    // A DOMException: storage gave no answer.
    if (!(error instanceof DOMException)) faults.push(error);
    return { ...release, outcome: "retry" };
  }
}

async function work(env: FunctionEnv): Promise<{ read: number; removed: number }> {
  const ask = <T>(name: string, schema: v.GenericSchema<unknown, T>, body: object) =>
    call(env, "POST", `/rest/v1/rpc/${name}`, schema, { body });
  const end = Date.now() + workMs;
  // Before anything is claimed: a key that is wrong is no fault of the packages.
  const identifiers = await deviceIdentifiers(env);
  const faults: unknown[] = [];
  let read = 0;
  while (Date.now() < end) {
    const due = await ask("claim_build_checks", v.array(checkSchema), { most: checksAtOnce });
    if (due.length === 0) break;
    const results = await Promise.all(due.map((each) => check(env, each, identifiers, faults)));
    await ask("complete_build_checks", v.unknown(), { results });
    read += results.length;
  }
  const prefixes = await ask("claim_file_removals", v.array(v.string()), { most: removalsAtOnce });
  if (prefixes.length > 0) {
    await call(env, "DELETE", "/storage/v1/object/releases", v.unknown(), { body: { prefixes } });
  }
  if (faults.length > 0) throw faults[0];
  return { read, removed: prefixes.length };
}

export async function handler(request: Request, env: FunctionEnv): Promise<Response> {
  if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: cors });
  return answerDrain(request, env, () => work(env));
}
