// What people change about themselves: profile, picture, payout address. Role, status, karma and
// counts are the server's.
import type { Store } from "../database/store.ts";
import type { Account } from "../schema/accounts.ts";
import type { Profile } from "../schema/profiles.ts";
import { fail, type Result } from "../transport/result.ts";
import { queueImage } from "../uploads/image-uploads.ts";
import { patchRow } from "./row.ts";

export type ProfileInput = Partial<
  Pick<Profile, "name" | "bio" | "devices" | "expertise" | "company" | "website" | "social_links">
>;

const own = (store: Store): Result<string> =>
  store.person
    ? { ok: true, value: store.person.id }
    : fail({ type: "not_allowed" as const, code: "forbidden" as const });

export async function profileEdit(store: Store, input: ProfileInput): Promise<Result<Profile>> {
  const id = own(store);
  return id.ok ? patchRow(store, "profiles", id.value, input) : id;
}

/** Changes one list from its newest version, so that two quick changes do not undo one another. */
export async function profileChange(
  store: Store,
  change: (profile: Profile) => ProfileInput,
): Promise<Result<Profile>> {
  const id = own(store);
  return id.ok ? patchRow(store, "profiles", id.value, change) : id;
}

/** Stores the picture first, then names it: a crash between the two leaves the old picture. */
export async function avatarChange(store: Store, picture: Blob | null): Promise<Result<Profile>> {
  const id = own(store);
  if (!id.ok) return id;
  if (!picture) return patchRow(store, "profiles", id.value, { avatar_path: "" });
  const stored = await queueImage(store, "avatars", picture);
  return stored.ok ? patchRow(store, "profiles", id.value, { avatar_path: stored.value }) : stored;
}

export type AccountInput = Partial<Pick<Account, "paypal_email" | "billing" | "notification_preferences">>;

export async function accountEdit(store: Store, input: AccountInput): Promise<Result<Account>> {
  const id = own(store);
  return id.ok ? patchRow(store, "accounts", id.value, input) : id;
}
