import { msg } from "@lingui/core/macro";
import * as v from "valibot";
import { lazyMessage } from "#i18n/i18n.ts";
import { oneLine, trimmed } from "#sync/inputs/single-line.ts";
import type { ProfileInput } from "#sync/mutations/profile.ts";
import type { Profile } from "#sync/schema/profiles.ts";
import { displayName } from "../../name-schema.ts";
import { webAddress } from "../../web-address-schema.ts";

export const networks = ["github", "twitter", "linkedin"] as const;
type Network = (typeof networks)[number];

export interface Company extends Record<Network, string> {
  name: string;
  company: string;
  website: string;
  bio: string;
}

const tooLong = lazyMessage(msg`This is too long.`);
const line = (max: number) => v.pipe(v.string(), v.transform(oneLine), v.maxCodePoints(max, tooLong));

/** Extracts the handle from a pasted profile URL. */
export const handleOf = (typed: string): string =>
  typed
    .trim()
    .replace(/^https?:\/\//i, "")
    .replace(/^(www\.)?(github\.com|twitter\.com|x\.com|linkedin\.com\/(in|company)|linkedin\.com)\//i, "")
    .replace(/^@/, "")
    .replace(/[/?#].*$/, "");

const handle = v.pipe(
  v.string(),
  v.transform(handleOf),
  v.maxCodePoints(100, tooLong),
  v.check((name) => name === "" || /^[\p{L}\p{N}._-]+$/u.test(name), lazyMessage(msg`Only the name, without spaces.`)),
);

export const companyForm: v.GenericSchema<Company> = v.object({
  name: displayName,
  company: line(120),
  website: webAddress,
  bio: v.pipe(v.string(), v.transform(trimmed), v.maxCodePoints(2000, tooLong)),
  github: handle,
  twitter: handle,
  linkedin: handle,
});

export const toCompany = ({ name, company, website, bio, social_links }: Profile): Company => ({
  ...{ name, company, website, bio },
  ...social_links,
});

/** Returns only changed fields, so that other devices' edits are not overwritten. */
export function companyChanges(values: Company, before: Company): ProfileInput {
  const { github, twitter, linkedin, ...rest } = values;
  const plain = Object.entries(rest).filter(([key, value]) => value !== before[key as keyof Company]);
  const socialChanged = networks.some((one) => values[one] !== before[one]);
  return { ...Object.fromEntries(plain), ...(socialChanged ? { social_links: { github, twitter, linkedin } } : {}) };
}
