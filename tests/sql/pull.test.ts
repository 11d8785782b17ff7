// sync_pull as a device uses it: nothing is skipped, and a device sees what its role may see.
import { randomUUID } from "node:crypto";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { type CollectionName, collectionsByRole, schemas } from "../../sync/schema/collections.ts";
import type { Role } from "../../sync/schema/profiles.ts";
import { engines } from "../fixtures/engines.ts";
import type { Row } from "../fixtures/sql/database.ts";
import { refused } from "../fixtures/sql/refused.ts";
import { person, report } from "../fixtures/sql/rows.ts";
import { setUpCampaign, setUpDatabase, setUpPerson } from "../fixtures/sql/scenario.ts";
import { pull, pullRows, push } from "../fixtures/sql/sync-calls.ts";

describe.each(engines)("%s", (kind) => {
  const db = setUpDatabase(kind);
  const { dev, tester, open } = setUpCampaign(db);
  const admin = setUpPerson(db, "admin");

  describe("pull", () => {
    test("O2 rows fit the device's schema to the letter, for each role", async () => {
      await report(db, open, tester);
      for (const [who, role] of [
        [tester, "tester"],
        [dev, "developer"],
        [admin, "admin"],
        [null, "anonymous"],
      ] as [string | null, Role | "anonymous"][]) {
        const names = collectionsByRole[role];
        const answer = await pull(
          db,
          who,
          names.map((collection) => ({ collection, checkpoint: null, limit: 1000 })),
        );
        expect(Object.keys(answer.collections).sort()).toEqual([...names].sort());
        expect(answer.scope).toBe(who === null ? "anonymous" : `${who}:${role}:active`);
        expect(answer.now).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
        for (const name of names) {
          for (const row of answer.collections[name]?.rows ?? []) {
            const { _deleted, ...rest } = row;
            expect(typeof _deleted).toBe("boolean");
            const parsed = v.safeParse(v.strictObject(schemas[name as CollectionName].entries), rest);
            expect({ name, issues: parsed.issues?.map((i) => `${v.getDotPath(i)}: ${i.message}`) }).toEqual({
              name,
              issues: undefined,
            });
          }
        }
      }
    });

    test("O2 pages follow (transaction, id) and miss nothing", async () => {
      for (let i = 0; i < 7; i++) await report(db, open, tester, { status: "draft" });
      const all = await pullRows(db, tester, "feedback");
      const seen: unknown[] = [];
      let checkpoint: Row | null = null;
      for (let page = 0; page < 100; page++) {
        const part: Awaited<ReturnType<typeof pull>>["collections"][string] | undefined = (
          await pull(db, tester, [{ collection: "feedback", checkpoint, limit: 3 }])
        ).collections.feedback;
        if (!part) throw new Error("no part");
        seen.push(...part.rows.map((r) => r.id));
        checkpoint = part.checkpoint;
        if (!part.more) break;
      }
      expect(seen).toEqual(all.map((r) => r.id));
      expect(new Set(seen).size).toBe(seen.length);
      // An edit moves a row behind the checkpoint's end.
      const [, first] = seen;
      await db.update(tester, "feedback", String(first), { device: "Pixel" });
      const next = (await pull(db, tester, [{ collection: "feedback", checkpoint, limit: 3 }])).collections.feedback;
      expect(next?.rows.map((r) => r.id)).toEqual([first]);
    });

    test("another epoch or scope starts over; a role sees its own collections only", async () => {
      const answer = await pull(db, tester, [{ collection: "settings", checkpoint: null, limit: 5 }]);
      const checkpoint = answer.collections.settings?.checkpoint ?? {};
      const again = async (change: Row) =>
        (await pull(db, tester, [{ collection: "settings", checkpoint: { ...checkpoint, ...change }, limit: 5 }]))
          .collections.settings;
      expect(await again({})).toMatchObject({ rows: [], restarted: false });
      for (const change of [{ epoch: "other" }, { scope: "anonymous" }, { xid: "x" }, { id: "x" }]) {
        expect(await again(change)).toMatchObject({ rows: expect.objectContaining({ length: 5 }), restarted: true });
      }
      await expect(pullRows(db, tester, "flags")).rejects.toEqual(refused("unknown_collection"));
      await expect(pullRows(db, null, "campaigns")).rejects.toEqual(refused("unknown_collection"));
      await expect(pullRows(db, tester, "pg_authid")).rejects.toEqual(refused("unknown_collection"));
      await expect(pull(db, randomUUID(), [])).rejects.toEqual(refused("forbidden"));
      await db.owner("select private.new_epoch()");
      expect(await again({})).toMatchObject({ restarted: true });
    });

    test("a change of role or status is another scope", async () => {
      const somebody = await person(db, "tester");
      const before = (await pull(db, somebody, [])).scope;
      await db.owner("update public.profiles set status = 'suspended' where id = $1", [somebody]);
      const after = (await pull(db, somebody, [])).scope;
      expect(after).not.toBe(before);
      // A push is answered under the same one.
      expect(await push(db, somebody, "profiles", [])).toMatchObject({ scope: after });
    });
  });
});
