// Secrets of the embedded backend: generated at the first start, stored in the data folder. A
// server that listens beyond this machine needs the operator's.
import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import * as v from "valibot";
import webpush from "web-push";

/** The app is built with this key. It identifies the project and grants nothing. */
export const localPublishableKey = "sb_publishable_local";

const secretsSchema = v.looseObject({
  jwtSecret: v.pipe(v.string(), v.minLength(32)),
  serviceKey: v.pipe(v.string(), v.startsWith("sb_secret_")),
  // Older files lack these two.
  /** Web push keys. Other keys would invalidate all subscriptions. */
  vapid: v.optional(v.object({ publicKey: v.string(), privateKey: v.string() }), () => webpush.generateVAPIDKeys()),
  /** Encrypts identifiers of iPhones. With another key testers must add them again. */
  deviceKey: v.optional(v.pipe(v.string(), v.minLength(43)), () => randomBytes(32).toString("base64")),
});
export type Secrets = v.InferOutput<typeof secretsSchema>;

export const makeSecrets = (): Secrets =>
  v.parse(secretsSchema, {
    jwtSecret: randomBytes(32).toString("base64url"),
    serviceKey: `sb_secret_${randomBytes(24).toString("base64url")}`,
  });

export function secretsIn(folder: string): Secrets {
  const path = join(folder, "secrets.json");
  try {
    const stored: unknown = JSON.parse(readFileSync(path, "utf8"));
    const secrets = v.parse(secretsSchema, stored);
    return isDeepStrictEqual(secrets, stored) ? secrets : save(path, secrets);
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
