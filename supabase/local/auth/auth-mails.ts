// Writes the auth service's e-mails from the project's templates (supabase/templates, in both
// languages, as on Supabase). mail-transport.ts sends them.
import { AsyncLocalStorage } from "node:async_hooks";
import { createHash, randomInt } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { AuthConfig } from "../common/config.ts";
import type { EmailDriver } from "../common/lite-package.ts";
import type { LinkTokens } from "./link-tokens.ts";
import type { Mailbox } from "./mail-transport.ts";

export const linkTypeOf = {
  confirmation: "signup",
  invite: "invite",
  recovery: "recovery",
  magic_link: "magiclink",
  email_change: "email_change",
} as const;
export type Kind = keyof typeof linkTypeOf;

export interface Link {
  hash: string;
  shown(): { action_link: string; email_otp: string; hashed_token: string; redirect_to: string };
  send(): Promise<void>;
}

export interface AuthMails extends EmailDriver {
  /** An `action_link` made during `work` redirects there; lite checks it on use. */
  withRedirect<T>(redirectTo: string | null, work: () => Promise<T>): Promise<T>;
  link(kind: Kind, to: string): Link;
  simulateSend(): Promise<void>;
}

interface MailOptions {
  driver: Pick<Mailbox, "send" | "simulateSend">;
  config: AuthConfig;
  tokens: LinkTokens;
  siteUrl: string;
}

/** The stored hash of a code, as in GoTrue and lite. */
export const hashOfCode = (email: string, code: string): string =>
  createHash("sha256").update(`${email.toLowerCase()}${code}`).digest("hex");

const makeCode = (length: number): string => Array.from({ length }, () => randomInt(10)).join("");

const textOf = (html: string): string =>
  html
    .replace(/<head[\s\S]*?<\/head>/i, "")
    .replace(/<a [^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/gi, "$2: $1")
    .replace(/<\/(p|h1|h2|div)>/gi, "\n\n")
    .replace(/<[^>]+>/g, "")
    .replaceAll("&amp;", "&")
    .replace(/[ \t]+/g, " ")
    .replace(/\s*\n\s*\n\s*/g, "\n\n")
    .trim();

export function createAuthMails({ driver, config, tokens, siteUrl }: MailOptions): AuthMails {
  const redirect = new AsyncLocalStorage<string | null>();
  const withSignedLink = (html: string): string =>
    html.replace(/(&amp;token_hash=)([0-9a-f]{64})(?=")/g, (_, before, hash) => before + tokens.sign(hash));
  return {
    withRedirect: (redirectTo, work) => redirect.run(redirectTo, work),
    simulateSend: () => driver.simulateSend(),
    async send(mail) {
      const html = mail.html === undefined ? undefined : withSignedLink(mail.html);
      await driver.send({ ...mail, ...(html === undefined ? {} : { html, text: textOf(html) }) });
    },
    link(kind, to) {
      const code = makeCode(config.email.otp_length);
      const hash = hashOfCode(to, code);
      const backTo = (): string => redirect.getStore() ?? siteUrl;
      const address = (): string =>
        `${siteUrl}/auth/v1/verify?token=${tokens.sign(hash)}&type=${linkTypeOf[kind]}&redirect_to=${encodeURIComponent(backTo())}`;
      return {
        hash,
        shown: () => ({
          action_link: address(),
          email_otp: code,
          hashed_token: tokens.sign(hash),
          redirect_to: backTo(),
        }),
        async send() {
          const template = config.email.template[kind];
          if (!template) throw new Error(`config.toml has no [auth.email.template.${kind}]`);
          const html = (await readFile(template.content_path, "utf8"))
            .replaceAll("{{ .TokenHash }}", tokens.sign(hash))
            .replaceAll("{{ .SiteURL }}", siteUrl);
          await driver.send({ to, subject: template.subject, html, text: textOf(html) });
        },
      };
    },
  };
}
