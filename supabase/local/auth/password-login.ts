// Sign-in with a password (POST /token, grant_type=password). lite's version reveals accounts: it
// hashes only for existing ones, and answers "not confirmed" before checking the password.
import { randomUUID } from "node:crypto";
import type { Database } from "../database/database.ts";
import { rejection } from "./auth-responses.ts";
import { hashed, matchesHash } from "./password-hash.ts";
import type { Grant, Sessions } from "./sessions.ts";

/** @param allowUnverified allows signing in before the address is confirmed */
export function createPasswordLogin(database: Database, sessions: Pick<Sessions, "begin">, allowUnverified: boolean) {
  const wrong = (): Response => rejection(400, "invalid_credentials", "Invalid login credentials");
  let decoy: Promise<string> | undefined;

  return async (email: string | undefined, password: string | undefined): Promise<Grant | Response> => {
    if (!email) return rejection(400, "validation_failed", "missing email or phone");
    if (!password) return wrong();
    const [user] = await database.query<{ id: string; password: string | null; confirmed: boolean }>(
      `select id, nullif(encrypted_password, '') as password, email_confirmed_at is not null as confirmed
       from auth.users where email = $1`,
      [email],
    );
    decoy ??= hashed(randomUUID());
    const right = await matchesHash(password, user?.password ?? (await decoy));
    if (!user?.password || !right) return wrong();
    if (!user.confirmed && !allowUnverified) return rejection(400, "email_not_confirmed", "Email not confirmed");
    const known = user.password;
    return database.transaction(async (session): Promise<Grant | Response> => {
      // A parallel password change ended all sessions: none may begin with the old one.
      const [same] = await session.query(
        "update auth.users set last_sign_in_at = now() where id = $1 and encrypted_password = $2 returning id",
        [user.id, known],
      );
      return same ? sessions.begin(session, user.id) : wrong();
    });
  };
}
