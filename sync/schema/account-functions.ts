// Answers of the SQL functions for the person's account. Separate from functions.ts, which every
// first screen loads.
import * as v from "valibot";
import { instant } from "./fields.ts";
import { sqlFunction, strings } from "./functions.ts";

/** The parts of a data export, with their numbers of rows. */
export const exportParts = sqlFunction(
  "export_own_data",
  v.object({ parts: v.array(v.object({ part: v.pipe(v.string(), v.regex(/^\w+$/)), rows: v.number() })) }),
);
/** One page of a part. */
export const exportPage = sqlFunction(
  "export_own_data",
  v.object({ rows: v.array(v.record(v.string(), v.unknown())), next: v.nullable(v.string()) }),
);

const blockers = ["last_owner", "running_campaigns", "payout_requested", "last_admin"] as const;
export type DeletionBlocker = (typeof blockers)[number];

/** What prevents deleting the account, and what the deletion would lose. */
export const accountDeletion = sqlFunction(
  "account_deletion",
  v.object({
    blockers: v.array(v.object({ code: v.picklist(blockers), names: v.array(v.string()) })),
    /** True if the session is new. */
    fresh: v.boolean(),
    has_password: v.boolean(),
    second_factor: v.boolean(),
    /** Earned rewards without a payout request. */
    unpaid: v.array(v.object({ currency: v.string(), amount_cents: v.number() })),
  }),
);
export type AccountDeletion = v.InferOutput<typeof accountDeletion.answer>;

/** The person's sessions, the calling one first (SQL: private.sessions_of). */
export const loginSessions = v.array(
  v.object({ ...strings("id", "user_agent"), created_at: instant, used_at: instant, current: v.boolean() }),
);
export type LoginSession = v.InferOutput<typeof loginSessions>[number];
export const listOwnSessions = sqlFunction("list_own_sessions", loginSessions);
/** False if it had ended already. */
export const endOwnSession = sqlFunction("end_own_session", v.boolean());

/** Creates ten new codes that replace the old ones. The server never returns them again. */
export const makeRecoveryCodes = sqlFunction("make_recovery_codes", v.array(v.string()));
/** Null without codes. */
export const recoveryCodesMadeAt = sqlFunction("recovery_codes_made_at", v.nullable(instant));
