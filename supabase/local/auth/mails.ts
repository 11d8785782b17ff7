// The auth service's e-mails: the project's own templates (supabase/templates, in both languages, the same that a hosted project is given),
// with links that come back to the page that asked. Sends nothing itself: that is the driver's.
import { AsyncLocalStorage } from "node:async_hooks";
import { createHash, randomInt } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { AuthConfig } from "../config.ts";
import type { EmailDriver } from "../lite-package.ts";

export interface AuthMails extends EmailDriver {
  /** Whatever is sent meanwhile leads back to `redirectTo` (checked when the link is followed, by lite). */
  leadingTo<T>(redirectTo: string | null, work: () => Promise<T>): Promise<T>;
  /** A mail of a kind that lite does not send. Returns the hash to keep as the token. */
  sendLink(kind: "confirmation" | "invite", to: string): Promise<string>;
}

/** The code of an e-mail, kept as GoTrue's and lite's own: a hash of address and code. */
function makeCode(length: number, email: string): { code: string; hash: string } {
  const code = Array.from({ length }, () => randomInt(10)).join("");
  return { code, hash: createHash("sha256").update(`${email.toLowerCase()}${code}`).digest("hex") };
}

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

export function createAuthMails(driver: EmailDriver, config: AuthConfig, siteUrl: string): AuthMails {
  const target = new AsyncLocalStorage<string | null>();
  const led = (text: string): string => {
    const redirectTo = target.getStore();
    if (!redirectTo) return text;
    const usual = `redirect_to=${encodeURIComponent(siteUrl)}`;
    return text.replaceAll(usual, `redirect_to=${encodeURIComponent(redirectTo)}`);
  };
  return {
    leadingTo: (redirectTo, work) => target.run(redirectTo, work),
    async send(mail) {
      const html = mail.html === undefined ? undefined : led(mail.html);
      await driver.send({ ...mail, ...(html === undefined ? {} : { html, text: textOf(html) }) });
    },
    async sendLink(kind, to) {
      const { code, hash } = makeCode(config.email.otp_length, to);
      const template = config.email.template[kind];
      if (!template) throw new Error(`config.toml has no [auth.email.template.${kind}]`);
      const type = kind === "invite" ? "invite" : "signup";
      const back = encodeURIComponent(target.getStore() ?? siteUrl);
      const link = `${siteUrl}/auth/v1/verify?token=${hash}&type=${type}&redirect_to=${back}`;
      const html = (await readFile(template.content_path, "utf8"))
        .replaceAll("{{ .ConfirmationURL }}", link.replaceAll("&", "&amp;"))
        .replaceAll("{{ .Token }}", code)
        .replaceAll("{{ .SiteURL }}", siteUrl);
      await driver.send({ to, subject: template.subject, html, text: textOf(html) });
      return hash;
    },
  };
}
