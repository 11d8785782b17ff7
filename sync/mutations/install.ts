// What the function `install` answers: the address that iOS installs an app by, whether Google
// knows an Android package, where an iPhone is added, and the iPhones of a test. As the person, or
// signed out. Nothing of it is stored on the device.
import * as v from "valibot";
import { bodyOf } from "../transport/answers.ts";
import { failureOfResponse } from "../transport/errors.ts";
import { type CallFailure, fail, ok, type Result } from "../transport/result.ts";
import type { Transport } from "../transport/rpc.ts";

const linkSchema = v.object({ url: v.pipe(v.string(), v.startsWith("itms-services://")) });
const registrationSchema = v.object({
  registration: v.picklist(["registered", "not_registered", "other_key", "unknown"]),
});
export type Registration = v.InferOutput<typeof registrationSchema>["registration"];

async function ask<T>(
  transport: Transport,
  signedIn: boolean,
  path: string,
  schema: v.GenericSchema<unknown, T>,
  body?: object,
): Promise<Result<T, CallFailure>> {
  const token = signedIn ? await transport.token() : ok(transport.key);
  if (!token.ok) return token;
  const response = await transport
    .send(`${transport.url}/functions/v1/install/${path}`, {
      method: body ? "POST" : "GET",
      headers: {
        apikey: transport.key,
        authorization: `Bearer ${token.value}`,
        ...(body ? { "content-type": "application/json" } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(30_000),
    })
    .catch(() => null);
  if (!response) return fail({ type: "offline" });
  if (!response.ok)
    return fail(failureOfResponse(response.status, bodyOf(response), response.headers.get("retry-after")));
  const read = v.safeParse(schema, bodyOf(response));
  return read.success ? ok(read.output) : fail({ type: "offline" });
}

/** What the button opens; the file's address in it holds for an hour. */
export async function installLink(transport: Transport, signedIn: boolean, release: string) {
  return ask(transport, signedIn, "links", linkSchema, { release });
}

export async function packageRegistration(transport: Transport, signedIn: boolean, release: string) {
  return ask(transport, signedIn, `registration/${release}`, registrationSchema);
}

const enrolmentSchema = v.object({ url: v.pipe(v.string(), v.url(), v.startsWith("https://")) });

/** Where Safari gets the profile that asks an iPhone for its identifier; good for 15 minutes. */
export async function enrolmentLink(transport: Transport, release: string) {
  return ask(transport, true, "enrolments", enrolmentSchema, { release });
}

const campaignDeviceSchema = v.object({
  name: v.string(),
  /** As Apple calls it: iPhone17,1. */
  model: v.string(),
  created_at: v.string(),
  udid: v.string(),
  /** Does the profile of the build name it? Null: that is not known. */
  in_profile: v.nullable(v.boolean()),
});
export type CampaignDevice = v.InferOutput<typeof campaignDeviceSchema>;
const campaignDevicesSchema = v.object({
  /** Of the build that the campaign hands out. */
  version: v.nullable(v.string()),
  devices: v.array(campaignDeviceSchema),
});
export type CampaignDevices = v.InferOutput<typeof campaignDevicesSchema>;

/** For those who manage the campaign, at most 1,000. */
export async function campaignDevices(transport: Transport, campaign: string) {
  return ask(transport, true, "devices", campaignDevicesSchema, { campaign });
}
