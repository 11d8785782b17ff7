// Calls the function `install`: iOS install addresses, Android package checks, iPhone enrolment,
// and a campaign's iPhones. Works signed out. Stores nothing on this device.
import * as v from "valibot";
import { bodyOf } from "../transport/answers.ts";
import { failureOfResponse } from "../transport/errors.ts";
import { request } from "../transport/request.ts";
import { type CallResult, fail, ok } from "../transport/result.ts";
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
): CallResult<T> {
  const token = signedIn ? await transport.token() : ok(transport.key);
  if (!token.ok) return token;
  const sent = { bearer: token.value, ...(body && { body }) };
  const response = await request(transport, `/functions/v1/install/${path}`, sent);
  if (!response) return fail({ type: "offline" });
  if (!response.ok)
    return fail(failureOfResponse(response.status, bodyOf(response), response.headers.get("retry-after")));
  const read = v.safeParse(schema, bodyOf(response));
  return read.success ? ok(read.output) : fail({ type: "offline" });
}

/** Returns the install link. Its file address is valid for an hour. */
export async function installLink(transport: Transport, signedIn: boolean, release: string) {
  return ask(transport, signedIn, "links", linkSchema, { release });
}

export async function packageRegistration(transport: Transport, signedIn: boolean, release: string) {
  return ask(transport, signedIn, `registration/${release}`, registrationSchema);
}

const enrolmentSchema = v.object({ url: v.pipe(v.string(), v.url(), v.startsWith("https://")) });

/** Returns the address of the profile that reads an iPhone's identifier. Valid for 15 minutes. */
export async function enrolmentLink(transport: Transport, release: string) {
  return ask(transport, true, "enrolments", enrolmentSchema, { release });
}

const campaignDeviceSchema = v.object({
  name: v.string(),
  /** Apple's model code, e.g. iPhone17,1. */
  model: v.string(),
  created_at: v.string(),
  udid: v.string(),
  /** Whether the build's profile includes the device; null if unknown. */
  in_profile: v.nullable(v.boolean()),
});
export type CampaignDevice = v.InferOutput<typeof campaignDeviceSchema>;
const campaignDevicesSchema = v.object({
  /** The version of the campaign's build. */
  version: v.nullable(v.string()),
  devices: v.array(campaignDeviceSchema),
});
export type CampaignDevices = v.InferOutput<typeof campaignDevicesSchema>;

/** Lists at most 1,000 devices, for managers of the campaign. */
export async function campaignDevices(transport: Transport, campaign: string) {
  return ask(transport, true, "devices", campaignDevicesSchema, { campaign });
}
