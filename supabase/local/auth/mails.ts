// The auth service's e-mails: the project's own templates (supabase/templates, in both languages,
// the same that a hosted project is given), with links that come back to the page that asked. Sends
// nothing itself: that is the driver's.
import { AsyncLocalStorage } from "node:async_hooks";
import { createHash, randomInt } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { AuthConfig } from "../config.ts";
import type { EmailDriver } from "../lite/lite-package.ts";
import type { LinkTokens } from "./link-tokens.ts";
import type { Mailbox } from "./mail.ts";

type Kind = "confirmation" | "invite" | "recovery" | "magic_link" | "email_change";
/** What a link says that it is for; an invitation is followed as a confirmation is. */
const typeOf = {
  confirmation: "signup",
  invite: "invite",
  recovery: "recovery",
  magic_link: "magiclink",
  email_change: "email_change",
} as const;

interface Link {
  /** What the database keeps of it. */
  hash: string;
  send(): Promise<void>;
}

export interface AuthMails extends EmailDriver {
  /**
   * Whatever is sent meanwhile leads back to `redirectTo` (checked when the link is followed, by
   * lite).
   */
  leadingTo<T>(redirectTo: string | null, work: () => Promise<T>): Promise<T>;
  link(kind: Kind, to: string): Link;
  /** Asks the mail server as sending would, and sends nothing. */
  rehearse(): Promise<void>;
}

interface MailOptions {
  driver: Pick<Mailbox, "send" | "rehearse">;
  config: AuthConfig;
  tokens: LinkTokens;
  siteUrl: string;
}

/** What is kept of an e-mail's code: as GoTrue and lite do it. */
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
  const target = new AsyncLocalStorage<string | null>();
  /** lite's own link: with this server's seal, and back to the page that asked. */
  const mended = (html: string): string => {
    const redirectTo = target.getStore();
    const sealed = html.replace(
      /(\/verify\?token=)([0-9a-f]{64})(?=&)/g,
      (_, before, hash) => before + tokens.seal(hash),
    );
    if (!redirectTo) return sealed;
    return sealed.replaceAll(
      `redirect_to=${encodeURIComponent(siteUrl)}`,
      `redirect_to=${encodeURIComponent(redirectTo)}`,
    );
  };
  return {
    leadingTo: (redirectTo, work) => target.run(redirectTo, work),
    rehearse: () => driver.rehearse(),
    async send(mail) {
      const html = mail.html === undefined ? undefined : mended(mail.html);
      await driver.send({ ...mail, ...(html === undefined ? {} : { html, text: textOf(html) }) });
    },
    link(kind, to) {
      const code = makeCode(config.email.otp_length);
      const hash = hashOfCode(to, code);
      return {
        hash,
        async send() {
          const template = config.email.template[kind];
          if (!template) throw new Error(`config.toml has no [auth.email.template.${kind}]`);
          const back = encodeURIComponent(target.getStore() ?? siteUrl);
          const link = `${siteUrl}/auth/v1/verify?token=${tokens.seal(hash)}&type=${typeOf[kind]}&redirect_to=${back}`;
          const html = (await readFile(template.content_path, "utf8"))
            .replaceAll("{{ .ConfirmationURL }}", link.replaceAll("&", "&amp;"))
            .replaceAll("{{ .Token }}", code)
            .replaceAll("{{ .SiteURL }}", siteUrl);
          await driver.send({ to, subject: template.subject, html, text: textOf(html) });
        },
      };
    },
  };
}
