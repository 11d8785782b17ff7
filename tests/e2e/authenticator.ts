// An authenticator app, for those stories in which somebody has one.
import { Secret, TOTP } from "otpauth";
import { expect } from "playwright/test";

const stepMs = 30_000;
const step = () => Math.floor(Date.now() / stepMs);
/**
 * The oldest step that the server will still take when the code arrives: the one before now, unless
 * now is nearly over.
 */
const oldest = () => (stepMs - (Date.now() % stepMs) > 10_000 ? step() - 1 : step());

/**
 * Codes are good once: each call takes the next one, up to the step after now, which the server
 * takes too.
 */
export function codes(secret: string): () => Promise<string> {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  let last = -1;
  return async () => {
    await expect.poll(() => step() + 1 > last, { timeout: 65_000, intervals: [1000] }).toBe(true);
    last = Math.max(last + 1, oldest());
    return totp.generate({ timestamp: last * stepMs });
  };
}
