// Thousands of transactions begin and commit in different orders during pulls: the device must see
// every row.

import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { isLongRun } from "../fixtures/long.ts";
import { Random } from "../fixtures/random.ts";
import { openDatabase } from "../fixtures/sql/database.ts";
import { person } from "../fixtures/sql/rows.ts";
import { pull } from "../fixtures/sql/sync-calls.ts";

const transactions = isLongRun ? 10_000 : 2_000;
const writers = 8;
const random = new Random(1);

test("O2 4: pulls miss none of thousands of transactions that commit late in any order", {
  timeout: 180_000,
}, async () => {
  const db = await openDatabase("postgres");
  try {
    const tester = await person(db, "tester");
    const written: string[] = [];
    let left = transactions;
    const write = async () => {
      while (left > 0) {
        left -= 1;
        const id = randomUUID();
        await db.db.transaction(async (session) => {
          // The row has its number now, and becomes visible milliseconds later, after newer ones.
          await session.query(
            "insert into public.notifications (id, user_id, kind, data, link) values ($1, $2, 'role_changed', '{}', '/')",
            [id, tester],
          );
          if (random.chance(0.3)) await session.query("select pg_sleep($1)", [random.next() * 0.02]);
        });
        written.push(id);
      }
    };
    let writing = true;
    const all = Promise.all(Array.from({ length: writers }, write)).finally(() => {
      writing = false;
    });
    const seen = new Set<string>();
    let checkpoint: unknown = null;
    let pulls = 0;
    const pullOnce = async () => {
      const {
        rows,
        checkpoint: next,
        more,
      } = (await pull(db, tester, [{ collection: "notifications", checkpoint, limit: 1000 }])).collections
        .notifications ?? { rows: [], checkpoint: {}, more: false };
      for (const row of rows) seen.add(String(row.id));
      checkpoint = next;
      pulls += 1;
      return more;
    };
    while (writing) await pullOnce();
    await all;
    while (await pullOnce());
    // Enough pulls happened during open transactions.
    expect(pulls).toBeGreaterThan(transactions / 100);
    expect(written).toHaveLength(transactions);
    expect(written.filter((id) => !seen.has(id))).toEqual([]);
  } finally {
    await db.close();
  }
});
