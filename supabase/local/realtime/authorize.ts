// Determines a person's rights on a private channel from the policies on realtime.messages, as
// Supabase does: writes a message of that topic, reads it as the person, and rolls back.

import { databaseErrorOf } from "../common/database-errors.ts";
import type { Claims } from "../common/token.ts";
import { type Database, dryRun } from "../database/database.ts";
import { runAs } from "../rest/rpc.ts";

export interface Rights {
  read: boolean;
  write: boolean;
}

export function rightsOn(database: Database, topic: string, claims: Claims): Promise<Rights> {
  return dryRun(database, async (session) => {
    await session.query("select set_config('realtime.topic', $1, true)", [topic]);
    const [probe] = await session.query<{ id: string }>(
      "insert into realtime.messages (topic, extension, event, private) values ($1, 'broadcast', 'probe', true) returning id",
      [topic],
    );
    await runAs(session, claims, { method: "GET", path: "/realtime", headers: "{}" });
    const seen = await session.query("select id from realtime.messages where id = $1", [probe?.id ?? null]);
    let write = true;
    try {
      await session.query(
        "insert into realtime.messages (topic, extension, event, private) values ($1, 'broadcast', 'probe', true)",
        [topic],
      );
    } catch (error) {
      if (databaseErrorOf(error)?.code !== "42501") throw error;
      write = false;
    }
    return { read: seen.length > 0, write };
  });
}
