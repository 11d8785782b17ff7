import { type Query, row } from "../database/query.ts";
import type { Account } from "../schema/accounts.ts";
import type { Profile } from "../schema/profiles.ts";

export const profileById = (id: string): Query<Profile | null> => row(`profileById|${id}`, "profiles", id);
export const accountById = (id: string): Query<Account | null> => row(`accountById|${id}`, "accounts", id);
