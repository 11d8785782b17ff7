// An authenticator app, for those stories in which somebody has one.
import { Secret, TOTP } from "otpauth";
import { expect } from "playwright/test";

const step = () => Math.floor(Date.now() / 30_000);

/** Codes are good once: each call takes the next one, up to the step after now, which the server takes too. */
export function codes(secret: string): () => Promise<string> {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  let last = -1;
  return async () => {
    await expect.poll(() => step() + 1 > last, { timeout: 65_000, intervals: [1000] }).toBe(true);
    last = Math.max(last + 1, step() - 1);
    return totp.generate({ timestamp: last * 30_000 });
  };
}
