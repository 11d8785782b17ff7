// The tokens in the links of e-mails. The database keeps a hash of address and code, which anybody
// who guesses codes can compute; in a link it carries a seal made with the server's secret. So
// codes can be guessed only where guesses are counted by account (POST /verify with an address),
// and a link cannot be guessed at all.
import { createHmac, timingSafeEqual } from "node:crypto";

export interface LinkTokens {
  seal(hash: string): string;
  /** The hash in a link's token. Undefined: this server did not make it. */
  open(token: string): string | undefined;
}

export function createLinkTokens(secret: string): LinkTokens {
  const sealOf = (hash: string): string =>
    createHmac("sha256", secret).update(`link:${hash}`).digest("hex").slice(0, 32);
  return {
    seal: (hash) => hash + sealOf(hash),
    open(token) {
      if (!/^[0-9a-f]{96}$/.test(token)) return undefined;
      const hash = token.slice(0, 64);
      return timingSafeEqual(Buffer.from(token.slice(64)), Buffer.from(sealOf(hash))) ? hash : undefined;
    },
  };
}
