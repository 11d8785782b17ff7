// Parses the process's environment, and reports invalid settings by name.
import * as v from "valibot";
import { messageOf } from "./common/log.ts";
import { parseProxies } from "./http/client-address.ts";

const port = v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number), v.maxValue(65535));
const yes = v.pipe(
  v.picklist(["1", "true", "yes", "0", "false", "no"]),
  v.transform((text) => ["1", "true", "yes"].includes(text)),
);

const schema = v.object({
  PORT: v.optional(port),
  HOST: v.optional(v.pipe(v.string(), v.nonEmpty())),
  DATA_DIR: v.optional(v.pipe(v.string(), v.nonEmpty())),
  DATABASE_URL: v.optional(v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\//, "must begin with postgres://"))),
  JWT_SECRET: v.optional(v.pipe(v.string(), v.minLength(32))),
  SERVICE_KEY: v.optional(v.pipe(v.string(), v.startsWith("sb_secret_"), v.minLength(30))),
  TRUSTED_PROXIES: v.optional(
    v.pipe(
      v.string(),
      v.rawTransform(({ dataset, addIssue, NEVER }) => {
        try {
          return parseProxies(dataset.value);
        } catch (error) {
          addIssue({ message: messageOf(error) });
          return NEVER;
        }
      }),
    ),
  ),
  SITE_URL: v.optional(v.pipe(v.string(), v.url())),
  SMTP_URL: v.optional(v.pipe(v.string(), v.regex(/^smtps?:\/\/[^/]+/, "must begin with smtp:// or smtps://"))),
  MAIL_FROM: v.optional(v.pipe(v.string(), v.email())),
  AUTH_CONFIRM_EMAIL: v.optional(yes),
  VAPID_PUBLIC_KEY: v.optional(v.pipe(v.string(), v.nonEmpty())),
  VAPID_PRIVATE_KEY: v.optional(v.pipe(v.string(), v.nonEmpty())),
  VAPID_SUBJECT: v.optional(v.pipe(v.string(), v.regex(/^(mailto:|https:)/, "must begin with mailto: or https:"))),
  PUSH_HOSTS: v.optional(v.string()),
  ANDROID_STATUS_KEY: v.optional(v.string()),
  DEVICE_KEY: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9+/]{43}=$/, "must be 32 bytes in Base64"))),
  NODE_ENV: v.optional(v.string()),
  SAMPLE_DATA: v.optional(yes),
  ACCESS_TOKEN_SECONDS: v.optional(v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number), v.minValue(5))),
});
export interface PushOptions {
  vapid?: { publicKey: string; privateKey: string };
  subject?: string;
  hosts?: string;
}
export type Environment = v.InferOutput<typeof schema>;

export function readEnvironment(from: Readonly<Record<string, string | undefined>>): Environment {
  const given = Object.fromEntries(Object.entries(from).filter(([, value]) => value !== undefined && value !== ""));
  const parsed = v.safeParse(schema, given);
  if (parsed.success) return parsed.output;
  const lines = parsed.issues.map((issue) => `  ${v.getDotPath(issue) ?? "?"}: ${issue.message}`);
  throw new Error(`The environment cannot be used:\n${lines.join("\n")}`);
}

/** Web push with keys from the environment instead of the data folder. */
export function pushOptions({
  VAPID_PUBLIC_KEY,
  VAPID_PRIVATE_KEY,
  VAPID_SUBJECT,
  PUSH_HOSTS,
}: Environment): PushOptions {
  if ((VAPID_PUBLIC_KEY === undefined) !== (VAPID_PRIVATE_KEY === undefined))
    throw new Error("The environment cannot be used:\n  VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY belong together");
  return {
    ...(VAPID_PUBLIC_KEY && VAPID_PRIVATE_KEY
      ? { vapid: { publicKey: VAPID_PUBLIC_KEY, privateKey: VAPID_PRIVATE_KEY } }
      : {}),
    ...(VAPID_SUBJECT ? { subject: VAPID_SUBJECT } : {}),
    ...(PUSH_HOSTS ? { hosts: PUSH_HOSTS } : {}),
  };
}

/**
 * Confirmation of new addresses. Default: sends a confirmation e-mail and allows signing in at
 * once; in production without a mail server, sends none.
 */
export function confirmationOptions({ AUTH_CONFIRM_EMAIL, SMTP_URL, NODE_ENV }: Environment): {
  allowUnverifiedEmailSignIns: boolean;
  confirmEmail?: boolean;
} {
  if (AUTH_CONFIRM_EMAIL !== undefined) return { confirmEmail: AUTH_CONFIRM_EMAIL, allowUnverifiedEmailSignIns: false };
  return { allowUnverifiedEmailSignIns: NODE_ENV !== "production" || SMTP_URL !== undefined };
}

export function mailOptions({ SMTP_URL, MAIL_FROM, SITE_URL, NODE_ENV }: Environment): {
  production: boolean;
  smtp?: { url: string; from: string };
} {
  const production = NODE_ENV === "production";
  if (!SMTP_URL) return { production };
  const host = new URL(SITE_URL ?? "http://localhost").hostname;
  return { production, smtp: { url: SMTP_URL, from: MAIL_FROM ?? `betaflock@${host}` } };
}
