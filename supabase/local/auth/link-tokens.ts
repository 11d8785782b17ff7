// The tokens in e-mail links: a hash of address and code, as the database stores it, and a
// signature with the server's secret. Without the signature an attacker could compute hashes of
// guessed codes and try them as links. So codes can be tried only where attempts are counted by
// account (POST /verify with an address).
import { createHmac, timingSafeEqual } from "node:crypto";

export interface LinkTokens {
  sign(hash: string): string;
  /** @returns the hash in a link's token; undefined: the signature is not this server's */
  verify(token: string): string | undefined;
}

export function createLinkTokens(secret: string): LinkTokens {
  const signatureOf = (hash: string): string =>
    createHmac("sha256", secret).update(`link:${hash}`).digest("hex").slice(0, 32);
  return {
    sign: (hash) => hash + signatureOf(hash),
    verify(token) {
      if (!/^[0-9a-f]{96}$/.test(token)) return undefined;
      const hash = token.slice(0, 64);
      return timingSafeEqual(Buffer.from(token.slice(64)), Buffer.from(signatureOf(hash))) ? hash : undefined;
    },
  };
}
