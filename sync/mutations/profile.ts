// Changes of a person's own profile. The server sets role, status, karma and counts.
import type { Store } from "../database/store.ts";
import type { Account } from "../schema/accounts.ts";
import type { Profile } from "../schema/profiles.ts";
import { fail, type Result } from "../transport/result.ts";
import { newImage } from "../uploads/image-uploads.ts";
import { mutate, patchRow } from "./row.ts";

export type ProfileInput = Partial<
  Pick<Profile, "name" | "bio" | "devices" | "expertise" | "company" | "website" | "social_links">
>;

const own = (store: Store): Result<string> =>
  store.person
    ? { ok: true, value: store.person.id }
    : fail({ type: "not_allowed" as const, code: "forbidden" as const });

/**
 * @param change a function changes a list from its newest version, so that two quick changes do not
 * overwrite each other
 */
export async function profileEdit(
  store: Store,
  change: ProfileInput | ((profile: Profile) => ProfileInput),
): Promise<Result<Profile>> {
  const id = own(store);
  return id.ok ? patchRow(store, "profiles", id.value, change) : id;
}

/** Stores the picture and updates the profile, in one transaction. */
export async function avatarChange(store: Store, picture: Blob | null): Promise<Result<Profile>> {
  const id = own(store);
  if (!id.ok) return id;
  if (!picture) return patchRow(store, "profiles", id.value, { avatar_path: "" });
  const made = await newImage(store, "avatars", picture);
  if (!made.ok) return made;
  const { path, file } = made.value;
  return mutate(store, ["profiles"], (edits) => edits.patch("profiles", id.value, { avatar_path: path }), file);
}

export type AccountInput = Partial<Pick<Account, "paypal_email" | "billing" | "notification_preferences">>;

export async function accountEdit(store: Store, input: AccountInput): Promise<Result<Account>> {
  const id = own(store);
  return id.ok ? patchRow(store, "accounts", id.value, input) : id;
}
