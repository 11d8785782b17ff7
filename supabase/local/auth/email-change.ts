// Changes an account's address once both addresses have confirmed by e-mail, in either order,
// within an hour. A current address that was never verified need not confirm.
import { v4 as makeId } from "uuid";
import type { AuthConfig } from "../common/config.ts";
import { databaseErrorOf } from "../common/database-errors.ts";
import type { Database, Session } from "../database/database.ts";
import type { AuthMails } from "./auth-mails.ts";
import type { Grant, Sessions } from "./sessions.ts";

type Confirmation = { type: "rejected" } | { type: "waiting" } | { type: "taken" } | { type: "changed"; grant: Grant };

export type EmailChange = ReturnType<typeof createEmailChange>;

interface Pending {
  id: string;
  email: string;
  /** A mistyped, unverified address can be corrected without its confirmation. */
  verified: boolean;
  next: string;
  token_current: string;
  token_new: string;
  /** One of the two addresses has confirmed. */
  half: boolean;
}
const columns = `id, coalesce(email, '') as email, email_confirmed_at is not null as verified, email_change as next,
  coalesce(email_change_token_current, '') as token_current, coalesce(email_change_token_new, '') as token_new,
  coalesce(email_change_confirm_status, 0) = 1 as half`;
const finished = `email_change = null, email_change_token_current = null, email_change_token_new = null,
  email_change_sent_at = null, email_change_confirm_status = 0`;

export async function addEmailIdentity(session: Session, userId: string, email: string, email_verified: boolean) {
  await session.query(
    `insert into auth.identities (id, provider, provider_id, user_id, identity_data)
     values ($1, 'email', $2::text, $2::text::uuid, $3::text::jsonb)`,
    [makeId(), userId, JSON.stringify({ sub: userId, email, email_verified })],
  );
}

export function createEmailChange(
  database: Database,
  config: AuthConfig,
  mails: AuthMails,
  sessions: Pick<Sessions, "begin">,
) {
  const { double_confirm_changes, otp_expiry } = config.email;

  async function complete(session: Session, { id, next }: Pending): Promise<Grant> {
    await session.query(
      `update auth.users set email = $2, email_confirmed_at = coalesce(email_confirmed_at, now()), ${finished},
         recovery_token = null, confirmation_token = null, reauthentication_token = null,
         last_sign_in_at = now(), updated_at = now()
       where id = $1`,
      [id, next],
    );
    const known = await session.query(
      `update auth.identities set identity_data = identity_data || $2::text::jsonb, updated_at = now()
       where user_id = $1 and provider = 'email' returning id`,
      [id, JSON.stringify({ sub: id, email: next, email_verified: true })],
    );
    if (known.length === 0) await addEmailIdentity(session, id, next, true);
    return sessions.begin(session, id);
  }

  const confirmIn = (hash: string): Promise<Confirmation> =>
    database.transaction(async (session): Promise<Confirmation> => {
      // Locks the user, so that the second of two parallel confirmations sees the first. The length
      // conditions make the indexes usable.
      const [user] = await session.query<Pending>(
        `select ${columns} from auth.users where email_change <> ''
           and ((email_change_token_current = $1 and length(email_change_token_current) > 6)
             or (email_change_token_new = $1 and length(email_change_token_new) > 6))
           and email_change_sent_at > now() - make_interval(secs => $2)
         for update`,
        [hash, otp_expiry],
      );
      if (!user) return { type: "rejected" };
      const [mine, other] =
        user.token_current === hash
          ? (["email_change_token_current", user.token_new] as const)
          : (["email_change_token_new", user.token_current] as const);
      if (other === "") {
        // The change began before the address was verified, so it never asked this address. Without
        // this check, a stranger who signed up with it could take the account from its owner.
        if (double_confirm_changes && user.verified && !user.half) return { type: "rejected" };
        return { type: "changed", grant: await complete(session, user) };
      }
      await session.query(
        `update auth.users set ${mine} = null, email_change_confirm_status = 1, updated_at = now() where id = $1`,
        [user.id],
      );
      return { type: "waiting" };
    });

  return {
    /** E-mails both addresses and voids an earlier pending change. */
    async begin(userId: string, current: string, next: string): Promise<void> {
      const [known] = await database.query(
        "select 1 from auth.users where id = $1 and email_confirmed_at is not null",
        [userId],
      );
      const toNew = mails.link("email_change", next);
      const toCurrent =
        double_confirm_changes && current !== "" && known ? mails.link("email_change", current) : undefined;
      await database.query(
        `update auth.users set email_change = $2, email_change_token_new = $3, email_change_token_current = $4,
           email_change_sent_at = now(), email_change_confirm_status = 0, updated_at = now()
         where id = $1`,
        [userId, next, toNew.hash, toCurrent?.hash ?? null],
      );
      await toCurrent?.send();
      await toNew.send();
    },

    /** Resends the e-mail to the unconfirmed address; after an hour, to both. */
    async resend(email: string): Promise<void> {
      const links = await database.transaction(async (session) => {
        const [user] = await session.query<Pending & { lasts: boolean }>(
          `select ${columns}, coalesce(email_change_sent_at > now() - make_interval(secs => $2), false) as lasts
           from auth.users where email = $1 and email_change <> '' for update`,
          [email, otp_expiry],
        );
        if (!user) return [];
        const askCurrent =
          double_confirm_changes && user.verified && (!user.lasts || user.token_current !== "" || !user.half);
        const current = askCurrent ? mails.link("email_change", user.email) : undefined;
        const next = !user.lasts || user.token_new !== "" ? mails.link("email_change", user.next) : undefined;
        await session.query(
          `update auth.users set email_change_token_current = $2, email_change_token_new = $3, email_change_sent_at = now(),
             email_change_confirm_status = case when $4::boolean then email_change_confirm_status else 0 end
           where id = $1`,
          [user.id, current?.hash ?? null, next?.hash ?? null, user.lasts],
        );
        return [current, next];
      });
      if (links.length === 0) await mails.simulateSend();
      for (const link of links) await link?.send();
    },

    confirm: (hash: string): Promise<Confirmation> =>
      confirmIn(hash).catch((error: unknown) => {
        if (databaseErrorOf(error)?.code === "23505") return { type: "taken" };
        throw error;
      }),
  };
}
