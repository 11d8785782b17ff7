// Google's registration status of an Android package and its key (developer verification).
// https://developer.android.com/developer-verification/guides/check-registration-status
import * as v from "valibot";
import { keepNewest } from "../_shared/keep-newest.ts";
import { lookUp } from "../_shared/look-up.ts";
import type { FunctionEnv } from "../_shared/types.ts";

const answerSchema = v.looseObject({ state: v.string() });

/** `unknown`: Google did not answer. */
export type Registration = "registered" | "not_registered" | "other_key" | "unknown";

const known: Readonly<Record<string, Registration>> = {
  REGISTERED: "registered",
  NOT_REGISTERED: "not_registered",
  REGISTERED_WITH_ANOTHER_CERTIFICATE_FINGERPRINT: "other_key",
};

const timeoutMs = 5000;
const keptMs = 86_400_000;
const keptMost = 1000;
/** Oldest first. Failed checks are not cached. */
const kept = new Map<string, { until: number; answer: Registration }>();

async function ask(env: FunctionEnv, packageId: string, signer: string): Promise<Registration> {
  const { ANDROID_STATUS_KEY: key, ANDROID_STATUS_URL: base } = env;
  if (!key) return "unknown";
  // The API expects hyphens instead of dots.
  const name = encodeURIComponent(packageId.replaceAll(".", "-"));
  const url = `${base || "https://androiddeveloperidstatus.googleapis.com"}/v1/packages/${name}/packageRegistrationStatus:check?certificateFingerprint=${signer}`;
  try {
    const response = await fetch(url, {
      headers: { "x-goog-api-key": key },
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) return "unknown";
    const read = v.safeParse(answerSchema, JSON.parse((await response.text()).slice(0, 10_000)));
    return read.success ? (lookUp(known, read.output.state) ?? "unknown") : "unknown";
  } catch {
    return "unknown";
  }
}

export async function registrationOf(env: FunctionEnv, packageId: string, signer: string): Promise<Registration> {
  if (!/^[A-Za-z0-9_]+(\.[A-Za-z0-9_]+)+$/.test(packageId) || !/^[0-9a-f]{64}$/.test(signer)) return "unknown";
  const key = `${packageId} ${signer}`;
  const found = kept.get(key);
  if (found && found.until > Date.now()) return found.answer;
  const answer = await ask(env, packageId, signer);
  if (answer === "unknown") return answer;
  keepNewest(kept, key, { until: Date.now() + keptMs, answer }, keptMost);
  return answer;
}
