// Logins without a password: e-mail links, Google and GitHub.
import * as v from "valibot";
import type { Person } from "../database/store.ts";
import type { Language } from "../schema/languages.ts";
import { bodyOf } from "../transport/answers.ts";
import type { LazyClient } from "../transport/client.ts";
import { request, type Server } from "../transport/request.ts";
import { type AuthFailure, fail, ok, type Result } from "../transport/result.ts";
import { forgetSeparateSession, type SeparateClient } from "./separate-client.ts";
import { fromAuth, type Session } from "./session.ts";

const oauthProviders = ["google", "github"] as const;
export type OAuthProvider = (typeof oauthProviders)[number];

/** Tokens from the address of the page that an e-mail link opens. */
export interface LinkTokens {
  access_token: string;
  refresh_token: string;
}

/** A link in an e-mail of the auth service, before it is used. */
export interface EmailLink {
  token_hash: string;
  type: "signup" | "invite" | "recovery" | "magiclink" | "email_change";
}

export interface LinkCalls {
  /** Exchanges an e-mail link for its session; null for the first of two confirmations. */
  openLink(link: EmailLink): Promise<Result<LinkTokens | null, AuthFailure>>;
  /** Signs in with a link that confirms an address or an invitation. */
  enterByLink(tokens: LinkTokens): Promise<Result<Person, AuthFailure>>;
  /** Returns the provider's login address, or `provider_missing` if the server has none. */
  startOAuth(provider: OAuthProvider, landing: string): Promise<Result<string, AuthFailure>>;
  /**
   * Completes a provider's login with the code from its redirect.
   * @param language of the page, for a new account
   */
  finishOAuth(code: string, language: Language): Promise<Result<Person, AuthFailure>>;
}

const settingsSchema = v.object({ external: v.record(v.string(), v.unknown()) });

interface LinkConfig {
  client: LazyClient;
  server: Server;
  session: Session;
  separateClient: SeparateClient;
}

/** Opens the session of an e-mail link. @returns the person's id */
export async function openTokens(
  { client, session }: Pick<LinkConfig, "client" | "session">,
  tokens: LinkTokens,
): Promise<Result<string, AuthFailure>> {
  const now = session.state$.value;
  const here = now.kind === "signed_in" || now.kind === "locked" ? now.person.id : null;
  if (here !== null && here !== subjectOf(tokens.access_token)) return fail({ type: "other_person" });
  const { data, error } = await (await client.auth()).setSession(tokens);
  if (error) return fail(fromLink(fromAuth(error)));
  return data.user ? ok(data.user.id) : fail({ type: "link_expired" });
}

export function createLinkCalls(config: LinkConfig): LinkCalls {
  const { server, session, separateClient } = config;

  async function enterByLink(tokens: LinkTokens): Promise<Result<Person, AuthFailure>> {
    const opened = await openTokens(config, tokens);
    return opened.ok ? session.enter(opened.value) : opened;
  }

  return {
    enterByLink,

    async openLink({ token_hash, type }) {
      // The current session may belong to another person.
      const { data, error } = await (await separateClient()).verifyOtp({ token_hash, type });
      if (error) return fail(fromAuth(error));
      forgetSeparateSession();
      if (!data.session) return type === "email_change" ? ok(null) : fail({ type: "unexpected" });
      const { access_token, refresh_token } = data.session;
      return ok({ access_token, refresh_token });
    },

    async startOAuth(provider, landing) {
      const answer = await request(server, "/auth/v1/settings");
      if (!answer) return fail({ type: "offline" });
      const settings = v.safeParse(settingsSchema, bodyOf(answer));
      if (!settings.success) return fail({ type: "unexpected" });
      if (settings.output.external[provider] !== true) return fail({ type: "provider_missing" });
      const { data, error } = await (await separateClient()).signInWithOAuth({
        provider,
        options: { redirectTo: landing, skipBrowserRedirect: true },
      });
      return error ? fail(fromAuth(error)) : ok(data.url);
    },

    async finishOAuth(code, language) {
      const asker = await separateClient();
      const { data, error } = await asker.exchangeCodeForSession(code);
      if (error) return fail(fromLink(fromAuth(error)));
      const { access_token, refresh_token } = data.session;
      const { app_metadata: origin, user_metadata: known } = data.user;
      // A provider's sign-up cannot send the language. A login within an hour repeats a failure.
      if (origin.provider !== "email" && !known.language) await asker.updateUser({ data: { language } });
      forgetSeparateSession();
      return enterByLink({ access_token, refresh_token });
    },
  };
}

/** Reads the subject without verifying the token; the server verifies it. */
function subjectOf(token: string): string | null {
  try {
    const payload: unknown = JSON.parse(atob((token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/")));
    return v.parse(v.object({ sub: v.string() }), payload).sub;
  } catch {
    return null; // The server would reject it too.
  }
}

/** A rejected link was used before or has expired. */
const fromLink = (failure: AuthFailure): AuthFailure =>
  failure.type === "offline" || failure.type === "rate_limited" ? failure : { type: "link_expired" };
