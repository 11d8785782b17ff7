// Parses the process's environment, and reports invalid settings by name.
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import * as v from "valibot";
import { jsonLog, messageOf } from "./common/log.ts";
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
export type Environment = v.InferOutput<typeof schema>;

export function readEnvironment(from: Readonly<Record<string, string | undefined>>): Environment {
  const settings = Object.fromEntries(Object.entries(from).filter(([, value]) => value !== undefined && value !== ""));
  const parsed = v.safeParse(schema, settings);
  if (parsed.success) return parsed.output;
  const lines = parsed.issues.map((issue) => `  ${v.getDotPath(issue) ?? "?"}: ${issue.message}`);
  throw new Error(`The environment cannot be used:\n${lines.join("\n")}`);
}

export const dataDirOf = ({ DATA_DIR }: Environment): string =>
  resolve(DATA_DIR ?? fileURLToPath(new URL("../../.data", import.meta.url)));

export function backendOptions(environment: Environment) {
  const { SITE_URL, SMTP_URL, MAIL_FROM, VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = environment;
  if ((publicKey === undefined) !== (privateKey === undefined))
    throw new Error("The environment cannot be used:\n  VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY belong together");
  const production = environment.NODE_ENV === "production";
  const confirms = environment.AUTH_CONFIRM_EMAIL;
  const sender = MAIL_FROM ?? `betaflock@${new URL(SITE_URL ?? "http://localhost").hostname}`;
  const key = environment.ANDROID_STATUS_KEY;
  return {
    dataDir: dataDirOf(environment),
    schedule: true,
    limitAddresses: true,
    log: jsonLog,
    production,
    push: {
      vapid: publicKey && privateKey ? { publicKey, privateKey } : undefined,
      subject: environment.VAPID_SUBJECT,
      hosts: environment.PUSH_HOSTS,
    },
    // By default confirms by e-mail and lets people in at once; in production only with SMTP.
    allowUnverifiedEmailSignIns: confirms === undefined && (!production || SMTP_URL !== undefined),
    confirmEmail: confirms,
    smtp: SMTP_URL ? { url: SMTP_URL, from: sender } : undefined,
    databaseUrl: environment.DATABASE_URL,
    jwtSecret: environment.JWT_SECRET,
    serviceKey: environment.SERVICE_KEY,
    proxies: environment.TRUSTED_PROXIES,
    siteUrl: SITE_URL,
    androidStatus: key ? { key } : undefined,
    deviceKey: environment.DEVICE_KEY,
    accessTokenSeconds: environment.ACCESS_TOKEN_SECONDS,
  };
}
