import { randomUUID } from "node:crypto";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { type CollectionName, collectionsByRole, schemas } from "../../sync/schema/collections.ts";
import type { Role } from "../../sync/schema/profiles.ts";
import { engines } from "../fixtures/engines.ts";
import type { Row } from "../fixtures/sql/database.ts";
import { rejection } from "../fixtures/sql/rejection.ts";
import { apply, person, report } from "../fixtures/sql/rows.ts";
import { setUpCampaign, setUpDatabase, setUpPerson } from "../fixtures/sql/scenario.ts";
import { pull, pullRows, push } from "../fixtures/sql/sync-calls.ts";

describe.each(engines)("%s", (kind) => {
  const db = setUpDatabase(kind);
  const { dev, tester, open } = setUpCampaign(db);
  const admin = setUpPerson(db, "admin");

  describe("pull", () => {
    test("O2 rows exactly fit the device's schema, for each role", async () => {
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
      // An edit moves a row past the checkpoint.
      const [, first] = seen;
      await db.update(tester, "feedback", String(first), { device: "Pixel" });
      const next = (await pull(db, tester, [{ collection: "feedback", checkpoint, limit: 3 }])).collections.feedback;
      expect(next?.rows.map((r) => r.id)).toEqual([first]);
    });

    test("O2 a response stops at the device's byte limit, and nothing is missed", async () => {
      const somebody = await person(db, "tester");
      await apply(db, open, somebody);
      // Escapes count with their length on the wire.
      const details = '"\n\\'.repeat(600);
      for (let i = 0; i < 9; i++)
        await report(db, open, somebody, { status: "draft", details: i === 4 ? "" : details });
      const names = ["feedback", "accounts", "applications"];
      const whole = await pull(
        db,
        somebody,
        names.map((collection) => ({ collection, checkpoint: null, limit: 1000 })),
      );
      // At least one row per response: 1 and 0 are smaller than any row, and an invalid limit
      // counts as none.
      for (const bytes of [1, 0, -5, 700, 3_000, 9_000, 1e30]) {
        const seen: Record<string, unknown[]> = {};
        const open = new Map<string, Row | null>(names.map((name) => [name, null]));
        let calls = 0;
        while (open.size > 0) {
          expect(++calls).toBeLessThan(40);
          const requests = [...open].map(([collection, checkpoint]) => ({
            collection,
            checkpoint,
            limit: 1000,
            bytes,
          }));
          const { collections } = await pull(db, somebody, requests);
          const rows = Object.values(collections).flatMap((part) => part.rows);
          const size = rows.reduce((sum, row) => sum + Buffer.byteLength(JSON.stringify(row)), 0);
          if (rows.length > 1) expect(size).toBeLessThanOrEqual(bytes);
          expect(rows.length > 0 || Object.values(collections).some((part) => !part.more)).toBe(true);
          for (const [name, part] of Object.entries(collections)) {
            seen[name] = [...(seen[name] ?? []), ...part.rows.map((row) => row.id)];
            expect(part.restarted).toBe(false);
            if (part.more) open.set(name, part.checkpoint);
            else open.delete(name);
          }
        }
        for (const name of names) {
          expect({ bytes, name, ids: seen[name] }).toEqual({
            bytes,
            name,
            ids: whole.collections[name]?.rows.map((row) => row.id),
          });
        }
      }
    });

    test("O2 no response is larger than the server's limit, whatever the request", async () => {
      const somebody = await person(db, "tester");
      const application = await apply(db, open, somebody);
      await db.owner("alter table public.feedback disable trigger all");
      await db.owner(
        `insert into public.feedback (id, campaign_id, application_id, tester_id, org_id, developer_id, status, details, sync_xid)
        select gen_random_uuid(), a.campaign_id, a.id, a.tester_id, a.org_id, a.developer_id, 'draft', repeat('long ', 2000), pg_current_xact_id()
        from public.applications a, generate_series(1, 600) where a.id = $1`,
        [application],
      );
      await db.owner("alter table public.feedback enable trigger all");
      const request = { collection: "feedback", checkpoint: null, limit: 1000 };
      for (const bytes of [undefined, "all", 1e12, -1e12, null]) {
        const part = (await pull(db, somebody, [{ ...request, bytes } as Row])).collections.feedback;
        expect(part?.more).toBe(true);
        expect(Buffer.byteLength(JSON.stringify(part?.rows))).toBeLessThan(4.1 * 1024 * 1024);
      }
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
      await expect(pullRows(db, tester, "flags")).rejects.toEqual(rejection("unknown_collection"));
      await expect(pullRows(db, null, "campaigns")).rejects.toEqual(rejection("unknown_collection"));
      await expect(pullRows(db, tester, "pg_authid")).rejects.toEqual(rejection("unknown_collection"));
      await expect(pull(db, randomUUID(), [])).rejects.toEqual(rejection("forbidden"));
      await db.owner("select private.new_epoch()");
      expect(await again({})).toMatchObject({ restarted: true });
    });

    test("a change of role or status is another scope", async () => {
      const somebody = await person(db, "tester");
      const before = (await pull(db, somebody, [])).scope;
      await db.owner("update public.profiles set status = 'suspended' where id = $1", [somebody]);
      const after = (await pull(db, somebody, [])).scope;
      expect(after).not.toBe(before);
      expect(await push(db, somebody, "profiles", [])).toMatchObject({ scope: after });
    });
  });
});
