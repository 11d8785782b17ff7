// Who has asked too often, and who must wait because too many ask at once. Answers 429 (or 503) before anything expensive is done: a password
// costs a tenth of a second of the one processor that everybody shares.
import type { AuthConfig } from "../config.ts";
import type { Limits } from "../limits.ts";
import { refusal, tooMany } from "./answers.ts";

const window = 300;
/** Wrong passwords or codes for one account: from one address of the network, and from all of them together. */
const guesses = { one: 10, all: 100 } as const;
const mailsPerRecipient = { most: 6, seconds: 3600 } as const;
const hashesAtOnce = 8;

export interface Gate {
  /** Counts a call by where it comes from. Undefined: let it in. */
  asked(path: string, url: URL, request: Request): Response | undefined;
  /** Counts it by the account that it is about. */
  askedFor(path: string, url: URL, request: Request, email: string | undefined): Response | undefined;
  wentWell(path: string, url: URL, request: Request, email: string | undefined): void;
  hashing(path: string, url: URL, work: () => Promise<Response>): Promise<Response>;
}

const addressOf = (request: Request): string => request.headers.get("x-forwarded-for") ?? "";

export function createGate(limits: Limits, config: AuthConfig, limitAddresses: boolean): Gate {
  const { rate_limit: rates } = config;
  let hashes = 0;

  const kindOf = (path: string, url: URL): "password" | "code" | "mail" | "signup" | "refresh" | undefined => {
    if (path === "/signup") return "signup";
    if (path === "/token") return url.searchParams.get("grant_type") === "password" ? "password" : "refresh";
    if (path === "/verify") return "code";
    return ["/recover", "/resend", "/otp", "/magiclink"].includes(path) ? "mail" : undefined;
  };
  const guessKeys = (kind: string, request: Request, email: string): [string, string] => [
    `${kind}:${email}:${addressOf(request)}`,
    `${kind}:${email}`,
  ];

  return {
    asked(path, url, request) {
      const kind = kindOf(path, url);
      if (!limitAddresses || !kind) return undefined;
      const most = {
        signup: rates.sign_in_sign_ups,
        password: rates.sign_in_sign_ups,
        refresh: rates.token_refresh,
        code: rates.token_verifications,
        mail: rates.email_sent,
      }[kind];
      const wait = limits.take(`address:${kind}:${addressOf(request)}`, most, kind === "mail" ? 3600 : window);
      return wait > 0 ? tooMany(wait) : undefined;
    },

    askedFor(path, url, request, email) {
      const kind = kindOf(path, url);
      if (!email) return undefined;
      if (kind === "mail") {
        const often = limits.take(`mail:${path}:${email}`, 1, config.email.max_frequency);
        const wait = Math.max(often, limits.take(`mails:${email}`, mailsPerRecipient.most, mailsPerRecipient.seconds));
        return wait > 0 ? tooMany(wait, "over_email_send_rate_limit") : undefined;
      }
      if (kind !== "password" && kind !== "code") return undefined;
      const [here, everywhere] = guessKeys(kind, request, email);
      const wait = Math.max(limits.take(here, guesses.one, window), limits.take(everywhere, guesses.all, window));
      return wait > 0 ? tooMany(wait) : undefined;
    },

    wentWell(path, url, request, email) {
      const kind = kindOf(path, url);
      if (email && (kind === "password" || kind === "code"))
        for (const key of guessKeys(kind, request, email)) limits.forget(key);
    },

    async hashing(path, url, work) {
      const kind = kindOf(path, url);
      if (kind !== "signup" && kind !== "password") return work();
      if (limitAddresses && hashes >= hashesAtOnce) {
        const busy = refusal(
          503,
          "request_timeout",
          "Too many people are signing in at this moment. Please try again.",
        );
        busy.headers.set("retry-after", "1");
        return busy;
      }
      hashes += 1;
      try {
        return await work();
      } finally {
        hashes -= 1;
      }
    },
  };
}
