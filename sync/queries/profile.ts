import { type Read, row } from "../database/query.ts";
import type { Account } from "../schema/accounts.ts";
import type { Profile } from "../schema/profiles.ts";

export const profileById = (id: string): Read<Profile | null> => row(`profileById|${id}`, "profiles", id);
export const accountById = (id: string): Read<Account | null> => row(`accountById|${id}`, "accounts", id);
