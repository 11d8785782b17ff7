// Secrets of the embedded backend: generated at the first start, stored in the data folder. A
// server that listens beyond this machine needs the operator's.
import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import webpush from "web-push";

/** The app is built with this key. It identifies the project and grants nothing. */
export const localPublishableKey = "sb_publishable_local";

const secretsSchema = v.object({
  jwtSecret: v.pipe(v.string(), v.minLength(32)),
  serviceKey: v.pipe(v.string(), v.startsWith("sb_secret_")),
  /** Web push keys. Other keys would invalidate all subscriptions. */
  vapid: v.object({ publicKey: v.string(), privateKey: v.string() }),
  /** Encrypts identifiers of iPhones. With another key testers must add them again. */
  deviceKey: v.pipe(v.string(), v.minLength(43)),
});
export type Secrets = v.InferOutput<typeof secretsSchema>;

export const makeSecrets = (): Secrets => ({
  jwtSecret: randomBytes(32).toString("base64url"),
  serviceKey: `sb_secret_${randomBytes(24).toString("base64url")}`,
  vapid: webpush.generateVAPIDKeys(),
  deviceKey: randomBytes(32).toString("base64"),
});

export function secretsIn(folder: string): Secrets {
  const path = join(folder, "secrets.json");
  try {
    const stored: unknown = JSON.parse(readFileSync(path, "utf8"));
    const complete = v.safeParse(secretsSchema, stored);
    if (complete.success) return complete.output;
    // The file is older than web push or device identifiers: keeps its secrets.
    const made = makeSecrets();
    const {
      vapid = made.vapid,
      deviceKey = made.deviceKey,
      ...older
    } = v.parse(v.partial(secretsSchema, ["vapid", "deviceKey"]), stored);
    return save(path, { ...older, vapid, deviceKey });
  } catch (error) {
    // Any other error must stop the start: new secrets would sign out all users.
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  return save(path, makeSecrets());
}

function save(path: string, secrets: Secrets): Secrets {
  const temporary = `${path}.${process.pid}`;
  const handle = openSync(temporary, "wx", 0o600);
  try {
    writeSync(handle, JSON.stringify(secrets));
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(temporary, path);
  return secrets;
}
