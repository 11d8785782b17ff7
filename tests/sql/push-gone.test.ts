// Policies show more rows than a device pulls. A push answers such a row as a tombstone, because no
// pull would ever change or delete it on the device.
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { type CollectionName, collectionsByRole } from "../../sync/schema/collections.ts";
import { ruleEngines } from "../fixtures/engines.ts";
import type { Row } from "../fixtures/sql/database.ts";
import { apply, campaign, newApp, newRelease, person, report } from "../fixtures/sql/rows.ts";
import { setUpDatabase } from "../fixtures/sql/scenario.ts";
import { pullRows, push } from "../fixtures/sql/sync-calls.ts";

/** The collections of a role that have rows outside its pull, and why. */
const kinds = {
  // Public, and not opened by the person.
  tester: ["campaigns", "releases"],
  // Published by others, or the person's own from the time as a tester.
  developer: ["apps", "releases", "briefs", "applications", "feedback", "comments", "rewards"],
  // Other people's.
  admin: ["profiles", "accounts", "notifications"],
} as const satisfies Record<string, readonly CollectionName[]>;
type Role = keyof typeof kinds;
const roles = Object.keys(kinds) as Role[];

describe.each(ruleEngines)("%s", (kind) => {
  const db = setUpDatabase(kind);
  const who = {} as Record<Role, string>;

  beforeAll(async () => {
    const dev = await person(db, "developer");
    who.tester = await person(db, "tester");
    who.developer = await person(db, "tester");
    who.admin = await person(db, "admin");
    const app = await newApp(db, dev);
    const release = await newRelease(db, dev, app, { status: "published", file_path: `${dev}/app.apk` });
    await db.update(dev, "apps", app, { status: "published" });
    const test = await campaign(db, dev);
    await db.update(dev, "briefs", test, { release_id: release });
    await apply(db, test, who.developer);
    const sent = await report(db, test, who.developer);
    await db.insert(dev, "comments", { id: randomUUID(), feedback_id: sent, author_id: dev, body: "Thank you" });
    await db.update(dev, "feedback", sent, { status: "approved", usefulness: 5 });
    await report(db, test, who.developer, { status: "draft" });
    await db.owner("update public.profiles set role = 'developer' where id = $1", [who.developer]);
    await newApp(db, who.developer);
    await campaign(db, who.developer);
  });

  const edited = (row: Row, more: Row = {}): Row => ({ ...row, sync_client: "phone", sync_seq: 99, ...more });

  /** The rows of a collection that the role's person may read. */
  async function readable(role: Role, name: CollectionName): Promise<Row[]> {
    const rows = await db.query<{ row: Row }>(
      who[role],
      `select private.sync_row(private.sync_collection('${name}'), t.id) as row from public.${name} t`,
    );
    return rows.map(({ row }) => row);
  }
  async function outside(role: Role, name: CollectionName): Promise<Row[]> {
    const pulled = new Set((await pullRows(db, who[role], name)).map(({ id }) => id));
    return (await readable(role, name)).filter(({ id, _deleted }) => !pulled.has(id) && !_deleted);
  }

  test("O2 these collections have rows that a role may read and does not pull", async () => {
    for (const role of roles) {
      const found: string[] = [];
      for (const name of collectionsByRole[role]) if ((await outside(role, name)).length > 0) found.push(name);
      expect(found.sort(), role).toEqual([...kinds[role]].sort());
    }
  });

  test.each(roles.flatMap((role) => kinds[role].map((name) => [role, name] as const)))(
    "O2 a %s's push of %s outside the pull is answered with a tombstone, and a conflict as a rejection",
    async (role, name) => {
      for (const row of await outside(role, name)) {
        const stale = edited(row, { sync_seq: 98 });
        const pushes = [
          await push(db, who[role], name, [{ doc: stale, assumed: { ...row, sync_xid: "1" } }]),
          await push(db, who[role], name, [{ doc: edited(row), assumed: row }]),
          await push(db, who[role], name, [{ doc: { ...edited(row), sync_seq: "x" }, assumed: row }]),
        ];
        for (const { applied, conflicts, rejected } of pushes) {
          expect(conflicts).toEqual([]);
          expect([...applied, ...rejected.map((r) => r.row)]).toEqual([
            expect.objectContaining({ id: row.id, _deleted: true }),
          ]);
        }
        expect(pushes[0]?.rejected).toHaveLength(1);
        expect(pushes[0]?.rejected[0]?.code).toMatch(/forbidden|not_allowed/);
      }
    },
  );

  test("O2 a rejected row of the pull is answered as it is", async () => {
    for (const role of roles)
      for (const name of collectionsByRole[role])
        for (const row of (await pullRows(db, who[role], name)).filter(({ _deleted }) => !_deleted)) {
          const { rejected } = await push(db, who[role], name, [
            { doc: { ...edited(row), sync_seq: "x" }, assumed: row },
          ]);
          expect(rejected, `${role} ${name}`).toEqual([expect.objectContaining({ row })]);
        }
  });
});
