// Who has asked too often, and who must wait because too many ask at once. Answers 429 (or 503)
// before anything expensive is done: a password costs a tenth of a second of the one processor that
// everybody shares. No budget belongs to all callers together: each is of a network (an address, or
// an IPv6 /64), or of one account.
import type { AuthConfig } from "../config.ts";
import type { Limits } from "../http/rate-limit.ts";
import { refusal, tooMany } from "./auth-responses.ts";
import { type KnownNetworks, networkOf } from "./networks.ts";

const window = 300;
/**
 * Wrong attempts for one account: from one network, and from all strange networks together. A
 * network from which the owner has signed in before has the first only, so that strangers can lock
 * nobody out of where they usually are.
 */
const attempts = {
  password: { one: 10, strangers: 100 },
  code: { one: 10, strangers: 100 },
  factor: { one: 5, strangers: 10 },
} as const;
export type AttemptKind = keyof typeof attempts;
/**
 * Answers that tell one network whether an address has an account (private.rate_limit has the same
 * for email_exists).
 */
const told = { most: 10, seconds: 300 } as const;
const mailsPerRecipient = { most: 6, seconds: 3600 } as const;
const hashesAtOnce = { all: 8, one: 4 } as const;

export interface AuthRateLimit {
  /** Counts a call by where it comes from. Undefined: let it in. */
  call(path: string, url: URL, request: Request): Response | undefined;
  /**
   * Counts a guess at an account's password or code, before it is looked at: attempts at once would
   * all find none.
   */
  attempt(kind: AttemptKind, email: string, request: Request): Promise<Response | undefined>;
  attemptSucceeded(kind: AttemptKind, email: string, request: Request): void;
  /** Counts an e-mail by its recipient, whether there is an account or not. */
  email(path: string, email: string, request: Request): Response | undefined;
  /** May this caller be told once more that an address has an account? */
  disclosure(request: Request): Response | undefined;
  countDisclosure(request: Request): void;
  whileHashing(request: Request, work: () => Promise<Response>): Promise<Response>;
}

export function createAuthRateLimit(
  limits: Limits,
  config: AuthConfig,
  known: KnownNetworks,
  limitAddresses: boolean,
): AuthRateLimit {
  const { rate_limit: rates } = config;
  const hashes = new Map<string, number>();
  let hashesNow = 0;

  const kindOf = (path: string, url: URL, method: string): keyof typeof most | undefined => {
    if (path === "/signup") return "signup";
    if (path === "/token") return url.searchParams.get("grant_type") === "password" ? "password" : "refresh";
    if (path === "/verify" || path === "/authorize" || /^\/factors\/.*\/verify$/.test(path)) return "code";
    if (["/recover", "/resend", "/otp", "/magiclink"].includes(path)) return "mail";
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
    call(path, url, request) {
      const kind = kindOf(path, url, request.method);
      if (!limitAddresses || !kind) return undefined;
      const wait = limits.take(`network:${kind}:${networkOf(request)}`, most[kind], kind === "mail" ? 3600 : window);
      return wait > 0 ? tooMany(wait) : undefined;
    },

    async attempt(kind, email, request) {
      const [here, strangers] = keysOf(kind, email, request);
      const wait = limits.take(here, attempts[kind].one, window);
      if (wait > 0) return tooMany(wait);
      const waitOfStrangers = limits.take(strangers, attempts[kind].strangers, window);
      if (waitOfStrangers === 0 || (await known.has(email, networkOf(request)))) return undefined;
      return tooMany(waitOfStrangers);
    },

    attemptSucceeded(kind, email, request) {
      for (const key of keysOf(kind, email, request)) limits.forget(key);
    },

    email(path, email, request) {
      // By network too: who asks once a second must not keep the owner from asking at all.
      const often = limits.take(`mail:${path}:${email}:${networkOf(request)}`, 1, config.email.max_frequency);
      if (often > 0) return tooMany(often, "over_email_send_rate_limit");
      // By kind: calls that send nothing (a confirmation of an address that has one) use up no
      // forgotten password's messages.
      const wait = limits.take(`mails:${path}:${email}`, mailsPerRecipient.most, mailsPerRecipient.seconds);
      return wait > 0 ? tooMany(wait, "over_email_send_rate_limit") : undefined;
    },

    disclosure(request) {
      const wait = limits.wait(`told:${networkOf(request)}`, told.most);
      return limitAddresses && wait > 0 ? tooMany(wait) : undefined;
    },

    countDisclosure(request) {
      limits.take(`told:${networkOf(request)}`, told.most, told.seconds);
    },

    async whileHashing(request, work) {
      const network = networkOf(request);
      const here = hashes.get(network) ?? 0;
      if (limitAddresses && (hashesNow >= hashesAtOnce.all || here >= hashesAtOnce.one)) {
        const busy = refusal(
          503,
          "request_timeout",
          "Too many people are signing in at this moment. Please try again.",
        );
        busy.headers.set("retry-after", "1");
        return busy;
      }
      hashesNow += 1;
      hashes.set(network, here + 1);
      try {
        return await work();
      } finally {
        hashesNow -= 1;
        const left = (hashes.get(network) ?? 1) - 1;
        if (left > 0) hashes.set(network, left);
        else hashes.delete(network);
      }
    },
  };
}
