// Reads [api] and [auth] of supabase/config.toml, so that the embedded auth service behaves like a
// hosted one with the same file. Secrets come from the environment: env(NAME).
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parse } from "smol-toml";
import * as v from "valibot";

/** Parses Go durations: "60s", "5m", "1h". */
const seconds = v.pipe(
  v.string(),
  v.regex(/^\d+(s|m|h)$/),
  v.transform((text) => Number.parseInt(text, 10) * ({ s: 1, m: 60, h: 3600 }[text.at(-1) ?? "s"] ?? 1)),
);
const provider = v.object({
  client_id: v.optional(v.string(), ""),
  secret: v.optional(v.string(), ""),
  redirect_uri: v.optional(v.string(), ""),
  url: v.optional(v.string(), ""),
  skip_nonce_check: v.optional(v.boolean(), false),
});

const template = v.object({ subject: v.string(), content_path: v.string() });

const authSchema = v.object({
  additional_redirect_urls: v.optional(
    v.pipe(
      v.array(v.string()),
      v.transform((all) => all.filter(Boolean)),
    ),
    [],
  ),
  enable_signup: v.optional(v.boolean(), true),
  refresh_token_reuse_interval: v.optional(v.number(), 10),
  minimum_password_length: v.optional(v.number(), 8),
  email: v.optional(
    v.object({
      enabled: v.optional(v.boolean(), true),
      enable_confirmations: v.optional(v.boolean(), false),
      double_confirm_changes: v.optional(v.boolean(), true),
      max_frequency: v.optional(seconds, "60s"),
      otp_length: v.optional(v.number(), 6),
      otp_expiry: v.optional(v.number(), 3600),
      template: v.optional(v.record(v.string(), template), {}),
    }),
    {},
  ),
  rate_limit: v.optional(
    v.object({
      sign_in_sign_ups: v.optional(v.number(), 30),
      token_refresh: v.optional(v.number(), 150),
      token_verifications: v.optional(v.number(), 30),
      email_sent: v.optional(v.number(), 30),
    }),
    {},
  ),
  mfa: v.optional(
    v.object({
      max_enrolled_factors: v.optional(v.number(), 10),
      totp: v.optional(
        v.object({ enroll_enabled: v.optional(v.boolean(), false), verify_enabled: v.optional(v.boolean(), false) }),
        {},
      ),
    }),
    {},
  ),
  // Enabled when keys are set, regardless of the file, like `npm run deploy` (supabase/deploy.ts).
  external: v.optional(
    v.pipe(
      v.record(v.string(), provider),
      v.transform((all) =>
        Object.fromEntries(
          Object.entries(all).map(([name, each]) => [
            name,
            { ...each, enabled: each.client_id !== "" && each.secret !== "" },
          ]),
        ),
      ),
    ),
    {},
  ),
});
export type AuthConfig = v.InferOutput<typeof authSchema>;

const apiSchema = v.object({ max_rows: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 1000) });
export type ApiConfig = v.InferOutput<typeof apiSchema>;

const configSchema = v.object({ api: v.optional(apiSchema, {}), auth: v.optional(authSchema, {}) });

type Environment = Readonly<Record<string, string | undefined>>;

/** Replaces env(NAME) like the Supabase CLI; empty when unset. */
function filled(value: unknown, environment: Environment): unknown {
  if (typeof value === "string") {
    const name = /^env\(([A-Za-z_][A-Za-z0-9_]*)\)$/.exec(value)?.[1];
    return name ? (environment[name] ?? "") : value;
  }
  if (Array.isArray(value)) return value.map((each) => filled(each, environment));
  if (typeof value === "object" && value !== null && !(value instanceof Date))
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, filled(each, environment)]));
  return value;
}

export function readConfig(path: string, environment: Environment): v.InferOutput<typeof configSchema> {
  const parsed = v.safeParse(configSchema, filled(parse(readFileSync(path, "utf8")), environment));
  if (!parsed.success) {
    const lines = parsed.issues.map((issue) => `  ${v.getDotPath(issue) ?? "?"}: ${issue.message}`);
    throw new Error(`${path} cannot be used:\n${lines.join("\n")}`);
  }
  for (const each of Object.values(parsed.output.auth.email.template))
    each.content_path = resolve(dirname(path), "..", each.content_path);
  return parsed.output;
}
