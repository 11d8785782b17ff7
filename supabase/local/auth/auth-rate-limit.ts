// Limits per network and account, before hashing, which takes a tenth of a second of CPU.
import { mailboxOf } from "../../../sync/inputs/email-address.ts";
import { Budget } from "../common/budget.ts";
import type { AuthConfig } from "../common/config.ts";
import type { Limits } from "../common/rate-limit.ts";
import { rejection, tooMany } from "./auth-responses.ts";
import { type KnownNetworks, networkOf } from "./networks.ts";

const window = 300;
/**
 * Failed attempts per account: from one network, and from all unknown networks together. A network
 * from which the owner has signed in before has only the first limit, so that attackers cannot lock
 * owners out there.
 */
const attempts = {
  password: { sameNetwork: 10, unknownNetworks: 100 },
  code: { sameNetwork: 10, unknownNetworks: 100 },
  factor: { sameNetwork: 5, unknownNetworks: 10 },
} as const;
export type AttemptKind = keyof typeof attempts;
/** How often a network may learn whether an account exists, as in private.rate_limit. */
const disclosures = { most: 10, seconds: 300 } as const;
const mailsPerRecipient = { most: 6, seconds: 3600 } as const;
/** Most are queued; the last one waits about two seconds. A class shares one network. */
const hashesAtOnce = { total: 64, ofOne: 32, waitMs: 0 };

/** Each limit answers undefined when the call is allowed. */
export type AuthRateLimit = ReturnType<typeof createAuthRateLimit>;

export function createAuthRateLimit(limits: Limits, config: AuthConfig, known: KnownNetworks, limitAddresses: boolean) {
  const { rate_limit: rates } = config;
  const hashes = new Budget(hashesAtOnce, "");

  const kindOf = (path: string, url: URL, method: string): keyof typeof most | undefined => {
    if (path === "/signup") return "signup";
    if (path === "/token") return url.searchParams.get("grant_type") === "password" ? "password" : "refresh";
    if (path === "/verify" || path === "/authorize" || /^\/factors\/.*\/verify$/.test(path)) return "code";
    if (["/recover", "/resend", "/otp", "/magiclink"].includes(path)) return "mail";
    if (path === "/reauthenticate") return "change";
    return path === "/user" && method === "PUT" ? "change" : undefined;
  };
  const most = {
    signup: rates.sign_in_sign_ups,
    password: rates.sign_in_sign_ups,
    change: rates.sign_in_sign_ups,
    refresh: rates.token_refresh,
    code: rates.token_verifications,
    mail: rates.email_sent,
  };
  const keysOf = (kind: AttemptKind, email: string, request: Request): [string, string] => [
    `${kind}:${email}:${networkOf(request)}`,
    `${kind}:${email}`,
  ];

  return {
    call(path: string, url: URL, request: Request): Response | undefined {
      const kind = kindOf(path, url, request.method);
      if (!limitAddresses || !kind) return undefined;
      const wait = limits.take(`network:${kind}:${networkOf(request)}`, most[kind], kind === "mail" ? 3600 : window);
      return wait > 0 ? tooMany(wait) : undefined;
    },

    /** Counts before the check: parallel attempts would all see the same count. */
    async attempt(kind: AttemptKind, email: string, request: Request): Promise<Response | undefined> {
      const [here, unknownNetworks] = keysOf(kind, email, request);
      const wait = limits.take(here, attempts[kind].sameNetwork, window);
      if (wait > 0) return tooMany(wait);
      const waitOfUnknown = limits.take(unknownNetworks, attempts[kind].unknownNetworks, window);
      if (waitOfUnknown === 0 || (await known.has(email, networkOf(request)))) return undefined;
      return tooMany(waitOfUnknown);
    },

    attemptSucceeded(kind: AttemptKind, email: string, request: Request): void {
      for (const key of keysOf(kind, email, request)) limits.forget(key);
    },

    /** Counts an e-mail by its recipient, also without an account. */
    email(path: string, email: string, request: Request): Response | undefined {
      // By network, too: one caller must not block the owner's requests.
      const often = limits.take(
        `mail:${path}:${mailboxOf(email)}:${networkOf(request)}`,
        1,
        config.email.max_frequency,
      );
      if (often > 0) return tooMany(often, "over_email_send_rate_limit");
      // By path: confirming a confirmed address must not use up the limit of password resets.
      const wait = limits.take(`mails:${path}:${mailboxOf(email)}`, mailsPerRecipient.most, mailsPerRecipient.seconds);
      return wait > 0 ? tooMany(wait, "over_email_send_rate_limit") : undefined;
    },

    /** Limits answers that reveal whether an address has an account. */
    disclosure(request: Request): Response | undefined {
      const wait = limits.wait(`told:${networkOf(request)}`, disclosures.most);
      return limitAddresses && wait > 0 ? tooMany(wait) : undefined;
    },

    countDisclosure(request: Request): void {
      limits.take(`told:${networkOf(request)}`, disclosures.most, disclosures.seconds);
    },

    async whileHashing(request: Request, work: () => Promise<Response>): Promise<Response> {
      const release = limitAddresses ? hashes.takeNow([networkOf(request)], 1) : () => undefined;
      if (!release) {
        const text = "Too many people are signing in at this moment. Please try again.";
        const busy = rejection(503, "request_timeout", text);
        busy.headers.set("retry-after", "1");
        return busy;
      }
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
