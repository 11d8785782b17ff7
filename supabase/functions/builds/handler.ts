// Checks uploaded files with the device's package reader (sync/packages), and deletes files of old
// releases. POST with the service key; the migration `builds` queues the work.
import * as v from "valibot";
import { installableName } from "../../../sync/files/file-types.ts";
import { withoutBreaks } from "../../../sync/inputs/single-line.ts";
import { type PackageFacts, type PackageRead, readPackage } from "../../../sync/packages/read-package.ts";
import { answerDrain } from "../_shared/deliveries.ts";
import { type DeviceIdentifiers, deviceIdentifiers, isIdentifier } from "../_shared/device-identifiers.ts";
import { call, rpc, withRejections } from "../_shared/http.ts";
import type { FunctionEnv } from "../_shared/types.ts";
import { blockwise, objectSource } from "./object-source.ts";

const checkSchema = v.object({
  release_id: v.string(),
  file_path: v.string(),
  file_name: v.string(),
  platform: v.picklist(["android", "ios", "windows", "macos", "web"]),
  size_bytes: v.nullable(v.number()),
});
type Check = v.InferOutput<typeof checkSchema>;

const checksAtOnce = 2;
const removalsAtOnce = 100;
/** No check starts after this time, because Supabase ends a call after 150 seconds. */
const workMs = 20_000;
/** Slower than on a device, because each read is a request. */
const readMs = 45_000;

type Result = { release_id: string; file_path: string } & (
  | { outcome: "retry" }
  /** `devices`: hashes of the devices in its profile. */
  | { outcome: "read"; failure: string; facts: object; devices: string[] }
);

/** PostgreSQL rejects U+0000; the columns reject control characters and direction marks. */
const clean = (text: string): string => withoutBreaks(text.replace(/[\p{Cc}\p{Cs}]/gu, " ")).trim();

const factsOf = (facts: PackageFacts, fileName: string): object => ({
  ...renamed(fileName, facts.platform),
  cautions: facts.cautions,
  platform: facts.platform,
  package_id: clean(facts.packageId),
  package_name: clean(facts.name),
  build_number: clean(facts.build),
  ...(facts.platform === "android"
    ? {
        min_os: facts.minSdk === null ? "" : String(facts.minSdk),
        abis: facts.abis.map(clean),
        signer_sha256: facts.signer ?? "",
        signing_kind: facts.signing,
      }
    : {
        min_os: clean(facts.minOs),
        abis: [],
        signing_kind: facts.signing ?? "simulator",
        signing_expires_at: facts.expiresAt,
        profile_devices: facts.devices.length,
      }),
});

/** Empty when the name is already installable; then the uploaded type stays. */
function renamed(fileName: string, platform: PackageFacts["platform"]): { file_name?: string; content_type?: string } {
  const { name, type } = installableName(fileName, platform);
  return name === fileName ? {} : { file_name: clean(name), content_type: type };
}

/** @param faults collects bugs, so that the other checks of the batch complete */
async function check(
  env: FunctionEnv,
  { release_id, file_path, file_name, platform, size_bytes: size }: Check,
  identifiers: DeviceIdentifiers | null,
  faults: unknown[],
): Promise<Result> {
  const release = { release_id, file_path };
  if (size === null) return { ...release, outcome: "retry" };
  try {
    const source = blockwise(objectSource(env, "releases", file_path, size));
    const read = await readPackage(source, file_name, platform, readMs).catch((error: unknown): PackageRead => {
      // A DOMException means that storage did not answer.
      if (error instanceof DOMException) throw error;
      // A retry would fail in the same way on the same bytes.
      faults.push(error);
      return { ok: false, failure: "damaged" };
    });
    if (!read.ok) return { ...release, outcome: "read", failure: read.failure, facts: {}, devices: [] };
    const { facts } = read;
    const named = facts?.platform === "ios" ? facts.devices.filter(isIdentifier) : [];
    const devices = identifiers ? await Promise.all(named.map(identifiers.hash)) : [];
    return { ...release, outcome: "read", failure: "", facts: facts ? factsOf(facts, file_name) : {}, devices };
  } catch (error) {
    if (!(error instanceof DOMException)) faults.push(error);
    return { ...release, outcome: "retry" };
  }
}

async function work(env: FunctionEnv): Promise<{ read: number; removed: number }> {
  const ask = <T>(name: string, schema: v.GenericSchema<unknown, T>, body: object) =>
    rpc(env, name, schema, "service", body);
  const end = Date.now() + workMs;
  // Runs before a claim: a wrong key is not the packages' fault.
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
    await call(env, "DELETE", "/storage/v1/object/releases", v.unknown(), { as: "service", body: { prefixes } });
  }
  if (faults.length > 0) throw faults[0];
  return { read, removed: prefixes.length };
}

export const handler = withRejections((request, env) => answerDrain(request, env, () => work(env)));
