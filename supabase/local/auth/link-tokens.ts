// Tokens of e-mail links: a stored hash with the server's signature. Without it an attacker could
// hash guessed codes and try them as links, bypassing the attempt limit per account.
import { createHmac, timingSafeEqual } from "node:crypto";

export type LinkTokens = ReturnType<typeof createLinkTokens>;

export function createLinkTokens(secret: string) {
  const signatureOf = (hash: string): string =>
    createHmac("sha256", secret).update(`link:${hash}`).digest("hex").slice(0, 32);
  return {
    sign: (hash: string): string => hash + signatureOf(hash),
    verify(token: string): string | undefined {
      if (!/^[0-9a-f]{96}$/.test(token)) return undefined;
      const hash = token.slice(0, 64);
      return timingSafeEqual(Buffer.from(token.slice(64)), Buffer.from(signatureOf(hash))) ? hash : undefined;
    },
  };
}
