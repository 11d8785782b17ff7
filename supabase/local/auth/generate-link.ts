// Links for a server that sends its own e-mails, with GoTrue's statuses and messages.
import { randomBytes } from "node:crypto";
import * as v from "valibot";
import { accountOf } from "./accounts.ts";
import { accountData, accountEmail, accountPassword } from "./auth-input.ts";
import type { Kind, Link } from "./auth-mails.ts";
import type { AuthOptions } from "./auth-options.ts";
import { answer, emailTaken, invalidAddress, rejection } from "./auth-responses.ts";

const linkSchema = v.object({
  type: v.optional(v.string(), ""),
  email: accountEmail,
  new_email: v.optional(v.string()),
  password: v.optional(accountPassword),
  data: accountData,
});

/** A placeholder password, or the token of a link that does not exist yet. */
const unguessable = (): string => randomBytes(32).toString("hex");

interface LinkOptions extends AuthOptions {
  insert(user: { email: string; password?: string; own: Record<string, unknown> }): Promise<string>;
  show(id: string): Promise<unknown>;
}

export function createLinkGenerator({ database, mails, config, insert, show }: LinkOptions) {
  const confirmBoth = config.email.double_confirm_changes;

  async function changeTo(id: string, next: string, type: string, hash: string): Promise<void> {
    // The other address's link may be created later; until then no link confirms for it.
    await database.query(
      `update auth.users set email_change = $2::text, email_change_sent_at = now(), email_change_confirm_status = 0, updated_at = now(),
         email_change_token_current = case when not $5::boolean then null when $3::text = 'email_change_current' then $4::text
           else coalesce(case when email_change = $2::text then nullif(email_change_token_current, '') end, $6::text) end,
         email_change_token_new = case when $3::text = 'email_change_new' then $4::text
           else coalesce(case when email_change = $2::text then nullif(email_change_token_new, '') end, $6::text) end
       where id = $1`,
      [id, next, type, hash, confirmBoth, unguessable()],
    );
  }

  return async (body: unknown): Promise<Response> => {
    const parsed = v.safeParse(linkSchema, body);
    if (!parsed.success) return invalidAddress();
    const { new_email, password, data: own, ...asked } = parsed.output;
    const known = await accountOf(database, asked.email);
    // A magic link signs up an unknown address, as in GoTrue.
    const type = asked.type === "magiclink" && !known ? "signup" : asked.type;
    const unknownUser = (): Response => rejection(404, "user_not_found", "User with this email not found");
    const linked = async (id: string, link: Link): Promise<Response> =>
      answer({ ...((await show(id)) as object), ...link.shown(), verification_type: type });

    if (type === "magiclink" || type === "recovery") {
      if (!known) return unknownUser();
      const link = mails.link(type === "recovery" ? "recovery" : "magic_link", asked.email);
      await database.query("update auth.users set recovery_token = $2, recovery_sent_at = now() where id = $1", [
        known.id,
        link.hash,
      ]);
      return linked(known.id, link);
    }

    if (type === "signup" || type === "invite") {
      if (known?.confirmed) return emailTaken();
      const given = type === "invite" || asked.type === "magiclink" ? unguessable() : password;
      if (!known && !given) return rejection(400, "validation_failed", "Signup requires a valid password");
      if (!known && given && given.length < 8)
        return rejection(422, "weak_password", "Password should be at least 8 characters.", {
          weak_password: { reasons: ["length"] },
        });
      const withPassword = type === "signup" && given ? { password: given } : {};
      const id = known?.id ?? (await insert({ email: asked.email, own, ...withPassword }));
      const kind: Kind = type === "invite" ? "invite" : "confirmation";
      const link = mails.link(kind, asked.email);
      await database.query(
        `update auth.users set confirmation_token = $2, confirmation_sent_at = now(),
           invited_at = case when $3::boolean then now() else invited_at end,
           raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || $4::text::jsonb where id = $1`,
        [id, link.hash, type === "invite", JSON.stringify(type === "signup" ? own : {})],
      );
      return linked(id, link);
    }

    if (type === "email_change_current" || type === "email_change_new") {
      if (!known) return unknownUser();
      if (type === "email_change_current" && !confirmBoth)
        return rejection(400, "validation_failed", "Enable secure email change to generate link for current email");
      const next = v.safeParse(accountEmail, new_email);
      if (!next.success) return invalidAddress();
      const others = await database.query("select 1 from auth.users where email = $1 and id <> $2", [
        next.output,
        known.id,
      ]);
      if (others.length > 0) return emailTaken();
      const link = mails.link("email_change", type === "email_change_new" ? next.output : asked.email);
      await changeTo(known.id, next.output, type, link.hash);
      return linked(known.id, link);
    }

    return rejection(400, "validation_failed", `Invalid email action link type requested: ${type.slice(0, 40)}`);
  };
}
