// Cost of the most common call, a pull of an up-to-date device, on a small and a large server.
import { collectionsByRole } from "../../sync/schema/collections.ts";
import { openDatabase } from "../fixtures/sql/database.ts";
import { person } from "../fixtures/sql/rows.ts";
import { pull } from "../fixtures/sql/sync-calls.ts";
import type { Row, Size } from "./report.ts";

const sizes = [1_000, 100_000, 1_000_000] as const;

export async function databaseRows(runs: number, done: (row: Row) => void, scaled: Size): Promise<void> {
  const db = await openDatabase("postgres");
  try {
    const tester = await person(db, "tester");
    const values: Record<string, number[]> = {};
    let there = 0;
    for (const size of sizes.map(scaled)) {
      // Bypasses triggers: rows of many users, every thousandth of this one.
      await db.owner("set session_replication_role = replica");
      await db.owner(
        `insert into public.notifications (id, user_id, kind, data, link, sync_xid)
          select gen_random_uuid(), case when n % 1000 = 0 then $1::uuid else gen_random_uuid() end, 'role_changed', '{}', '/', pg_current_xact_id()
          from generate_series(1, $2::int) n`,
        [tester, size - there],
      );
      await db.owner("set session_replication_role = origin");
      await db.owner("analyze public.notifications");
      there = size;
      let requests = collectionsByRole.tester.map(
        (collection): Record<string, unknown> => ({ collection, checkpoint: null, limit: 1000 }),
      );
      for (let more = true; more; ) {
        const { collections } = await pull(db, tester, requests);
        more = Object.values(collections).some((part) => part.more);
        requests = requests.map((r) => ({ ...r, checkpoint: collections[String(r.collection)]?.checkpoint ?? null }));
      }
      const name = `${size.toLocaleString("en")} rows`;
      values[name] = [];
      for (let run = 0; run < runs * 5; run++) {
        const startedAt = performance.now();
        await pull(db, tester, requests);
        values[name].push(performance.now() - startedAt);
      }
    }
    done({
      what: "an up-to-date pull of 13 collections, by rows on the server",
      aims: [{ of: "1,000,000 rows", by: "median", most: { times: 1.5, of: "1,000 rows" } }],
      values,
    });
  } finally {
    await db.close();
  }
}
