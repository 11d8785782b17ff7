// E-mail links and typed codes (/verify). lite verifies all but changed addresses.

import { withJson } from "../common/json-request.ts";
import type { Body } from "./auth-input.ts";
import { hashOfCode } from "./auth-mails.ts";
import type { AuthOptions } from "./auth-options.ts";
import type { AuthRateLimit } from "./auth-rate-limit.ts";
import { answer, emailTaken, linkExpired, rejection } from "./auth-responses.ts";
import type { EmailChange } from "./email-change.ts";
import type { Sessions } from "./sessions.ts";

/** GoTrue's message, in the fragment of the page that the link leads to. */
const firstConfirmed = "Confirmation link accepted. Please proceed to confirm link sent to the other email";

const linkTypes: ReadonlySet<string> = new Set(["signup", "invite", "recovery", "magiclink", "email_change"]);

const asLite = (type: string | undefined): string => (type === "invite" ? "signup" : (type ?? ""));

function redirectWith(from: Response, fragment: Record<string, unknown>): Response {
  const location = (from.headers.get("location") ?? "/").split("#")[0];
  const entries = Object.entries(fragment).map(([name, value]): [string, string] => [name, String(value)]);
  return new Response(null, { status: 303, headers: { location: `${location}#${new URLSearchParams(entries)}` } });
}

/** Adds the type of a rejected link, so that its page can offer a new one. */
function withType(answer: Response, type: string): Response {
  const fragment = new URLSearchParams((answer.headers.get("location") ?? "").split("#")[1] ?? "");
  if (!fragment.has("error_code") || fragment.has("type") || !linkTypes.has(type)) return answer;
  return redirectWith(answer, { ...Object.fromEntries(fragment), type });
}

export function createVerify(
  { lite, tokens }: AuthOptions,
  sessions: Sessions,
  rateLimit: AuthRateLimit,
  change: EmailChange,
) {
  const byLite = (request: Request, url: URL, type: string, token: string): Promise<Response> => {
    const asked = new URL(url);
    asked.searchParams.set("type", type);
    asked.searchParams.set("token", token);
    return lite(new Request(asked, { headers: request.headers }));
  };

  async function changeByLink(request: Request, rejected: Response, hash: string): Promise<Response> {
    const outcome = await change.confirm(hash);
    const type = "email_change";
    if (outcome.type === "rejected") return rejected;
    if (outcome.type === "waiting") return redirectWith(rejected, { message: firstConfirmed, type });
    if (outcome.type === "taken") return redirectWith(rejected, { error: "access_denied", error_code: "email_exists" });
    const { user: _, ...session } = await sessions.tokens(outcome.grant, request, "otp");
    return redirectWith(rejected, { ...session, type });
  }

  async function changeByCode(request: Request, hash: string): Promise<Response> {
    const outcome = await change.confirm(hash);
    if (outcome.type === "rejected") return linkExpired();
    if (outcome.type === "taken") return emailTaken();
    if (outcome.type === "waiting") return answer({ code: 200, msg: firstConfirmed });
    return answer(await sessions.tokens(outcome.grant, request, "otp"));
  }

  async function followed(request: Request, url: URL, type: string): Promise<Response> {
    const hash = tokens.verify(url.searchParams.get("token") ?? "");
    // With an unknown token lite redirects with "expired" to the address of a valid link.
    if (hash === undefined || type === "email_change" || type === "reauthentication") {
      const rejected = await byLite(request, url, "recovery", "expired");
      return hash !== undefined && type === "email_change" ? changeByLink(request, rejected, hash) : rejected;
    }
    const done = await sessions.finish(await byLite(request, url, asLite(type), hash), request, "otp");
    const location = done.headers.get("location");
    if (!location || type !== "invite") return done;
    // lite has no invitations and calls this one a sign-up.
    const headers = new Headers(done.headers);
    headers.set("location", location.replace(/([#&])type=signup(&|$)/, "$1type=invite$2"));
    return new Response(null, { status: done.status, headers });
  }

  return {
    async link(request: Request, url: URL): Promise<Response> {
      const type = url.searchParams.get("type") ?? "";
      return withType(await followed(request, url, type), type);
    },

    async code(request: Request, body: Body): Promise<Response> {
      const { email, token, token_hash, type } = body;
      // A reauthentication code must not begin a session.
      if (!type || type === "reauthentication")
        return rejection(400, "validation_failed", "Invalid email verification type");
      if (!token_hash && !(email && token))
        return rejection(400, "validation_failed", "Verify requires either a token or a token hash");
      const typedFor = token_hash ? undefined : email;
      const wait = typedFor && (await rateLimit.attempt("code", typedFor, request));
      if (wait) return wait;
      const hash = token_hash ? tokens.verify(token_hash) : hashOfCode(email ?? "", token ?? "");
      if (hash === undefined) return linkExpired();
      const verified =
        type === "email_change"
          ? await changeByCode(request, hash)
          : await sessions.finish(
              await lite(withJson(request, { type: asLite(type), token_hash: hash })),
              request,
              "otp",
            );
      if (verified.ok && typedFor) rateLimit.attemptSucceeded("code", typedFor, request);
      return verified;
    },
  };
}
