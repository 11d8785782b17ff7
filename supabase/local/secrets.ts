// The embedded backend's own secrets: made at the first start, kept in the data folder, readable by
// its owner only.
// They never leave this machine: a server that listens elsewhere must be given its own (JWT_SECRET,
// SERVICE_KEY).
import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import webpush from "web-push";

/** The app is built with this key: it identifies the project, it opens nothing. */
export const localPublishableKey = "sb_publishable_local";

const secretsSchema = v.object({
  jwtSecret: v.pipe(v.string(), v.minLength(32)),
  serviceKey: v.pipe(v.string(), v.startsWith("sb_secret_")),
  /** For web push. Kept: with other keys every device that subscribed would be lost. */
  vapid: v.object({ publicKey: v.string(), privateKey: v.string() }),
});
export type Secrets = v.InferOutput<typeof secretsSchema>;

export const makeSecrets = (): Secrets => ({
  jwtSecret: randomBytes(32).toString("base64url"),
  serviceKey: `sb_secret_${randomBytes(24).toString("base64url")}`,
  vapid: webpush.generateVAPIDKeys(),
});

export function secretsIn(folder: string): Secrets {
  const path = join(folder, "secrets.json");
  try {
    const kept: unknown = JSON.parse(readFileSync(path, "utf8"));
    const complete = v.safeParse(secretsSchema, kept);
    if (complete.success) return complete.output;
    // A store of the time before web push: what is there must stay.
    const older = v.parse(v.omit(secretsSchema, ["vapid"]), kept);
    return keep(path, { ...older, vapid: webpush.generateVAPIDKeys() });
  } catch (error) {
    // Anything but "not there yet" must stop the start: new secrets would sign everybody out.
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  return keep(path, makeSecrets());
}

function keep(path: string, secrets: Secrets): Secrets {
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
