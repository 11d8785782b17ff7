// Whole rows of the catalog by id: exactly those that the user can select.
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { ruleEngines } from "../fixtures/engines.ts";
import { long } from "../fixtures/long.ts";
import type { Row } from "../fixtures/sql/database.ts";
import { call } from "../fixtures/sql/organizations.ts";
import { apply, campaign, newApp, newRelease, report } from "../fixtures/sql/rows.ts";
import { setUpDatabase, setUpPeople } from "../fixtures/sql/scenario.ts";
import { pulledRow } from "../fixtures/sql/sync-calls.ts";

interface Answer {
  epoch: string;
  scope: string;
  now: string;
  rows: (Row & { id: string; sync_xid: string })[];
  absent: string[];
}

describe.each(ruleEngines)("rows by id on %s", (kind) => {
  const db = setUpDatabase(kind);
  const { dev, otherDev, tester, other, admin } = setUpPeople(db);
  const everybody = [tester, other, dev, otherDev, admin];
  const ids: string[] = [];
  const app = randomUUID();

  const get = (who: string | null, collection: string, wanted: unknown) =>
    call<Answer>(db, who, "public.sync_get($1, $2::jsonb)", [collection, JSON.stringify(wanted)]);

  beforeAll(async () => {
    for (const more of [
      ...[{}, { status: "draft" }, { visibility: "private" }, { visibility: "unlisted" }],
      ...[{ title: "To be hidden" }, { title: "To be deleted", status: "draft" }, { title: "To be completed" }],
    ])
      ids.push(await campaign(db, dev, more));
    const [open = "", , , , hidden = "", deleted = "", ended = ""] = ids;
    await apply(db, open, tester);
    await db.owner("update public.campaigns set hidden = true where id = $1", [hidden]);
    await db.update(dev, "campaigns", deleted, { _deleted: true });
    await db.update(dev, "campaigns", ended, { status: "completed" });
    await newApp(db, dev, { id: app });
  });

  test("P2 T5 shows each role the rows that its policies allow; the others are missing", async () => {
    const asked = [...ids, randomUUID()];
    for (const who of everybody) {
      const visible = await db.query<{ id: string }>(
        who,
        "select id::text from public.campaigns where not _deleted order by 1",
      );
      const answer = await get(
        who,
        "campaigns",
        asked.map((id) => ({ id, xid: null })),
      );
      expect(answer.rows.map(({ id }) => id).sort()).toEqual(visible.map(({ id }) => id));
      expect([...answer.rows.map(({ id }) => id), ...answer.absent].sort()).toEqual([...asked].sort());
      expect(answer.scope).toContain(who);
    }
    expect((await get(tester, "campaigns", [{ id: ids[0] }])).rows).toHaveLength(1);
    expect((await get(null, "apps", [{ id: app }])).absent).toEqual([app]);
  });

  test("P2 S26 shows reports to users whose policies allow it, and to admins", async () => {
    const sent = await report(db, ids[0] ?? "", tester);
    const draft = await report(db, ids[0] ?? "", tester, { status: "draft" });
    for (const who of everybody) {
      const visible = await db.query<{ id: string }>(who, "select id::text from public.feedback order by 1");
      const answer = await get(who, "feedback", [{ id: sent }, { id: draft }]);
      expect(answer.rows.map(({ id }) => id)).toEqual(visible.map(({ id }) => id));
    }
    const { rows } = await get(admin, "feedback", [{ id: sent }, { id: draft }]);
    expect(rows.map(({ id }) => id)).toEqual([sent]);
  });

  test("O2 sends rows like a pull, and only those with another version", async () => {
    const [open = ""] = ids;
    const { rows } = await get(tester, "campaigns", [{ id: open, xid: null }]);
    expect(rows[0]).toEqual(await pulledRow(db, tester, "campaigns", open));
    const xid = rows[0]?.sync_xid;
    expect(await get(tester, "campaigns", [{ id: open, xid }])).toMatchObject({ rows: [], absent: [] });
    await db.update(dev, "campaigns", open, { title: "Another title" });
    const changed = await get(tester, "campaigns", [
      { id: open, xid },
      { id: open, xid },
    ]);
    expect(changed.rows).toMatchObject([{ id: open, title: "Another title" }]);
    // Made private: only the applicant ever had access.
    await db.update(dev, "campaigns", open, { visibility: "private" });
    expect((await get(other, "campaigns", [{ id: open, xid }])).absent).toEqual([open]);
    expect((await get(tester, "campaigns", [{ id: open, xid }])).absent).toEqual([]);
  });

  test("S22 an app comes with its twenty newest published releases", async () => {
    const made: string[] = [];
    for (let n = 1; n <= 23; n++) made.push(await newRelease(db, dev, app, { version: `${n}`, status: "published" }));
    const draft = await newRelease(db, dev, app, { version: "24" });
    const [, , withdrawn = ""] = made.slice().reverse();
    await db.update(dev, "releases", withdrawn, { status: "withdrawn" });
    await db.update(dev, "apps", app, { status: "published" });
    for (const who of [null, tester, dev]) {
      const { rows } = await get(who, "apps", [{ id: app }]);
      const { releases, ...row }: Row = rows[0] ?? {};
      expect(row).toEqual(await pulledRow(db, dev, "apps", app));
      const newest = (releases as Row[]).map(({ id }) => id);
      expect(newest).toHaveLength(20);
      expect(newest).not.toContain(draft);
      expect(newest).not.toContain(withdrawn);
      const ordered = await db.owner<{ id: string }>(
        "select id::text from public.releases where app_id = $1 and status = 'published' order by published_at desc, id limit 20",
        [app],
      );
      expect(newest).toEqual(ordered.map(({ id }) => id));
      expect((releases as Row[])[0]).toEqual(await pulledRow(db, dev, "releases", newest[0]));
    }
  });

  test("V1 rejects unknown input; visitors cannot read campaigns", async () => {
    await expect(get(null, "campaigns", [])).rejects.toMatchObject({ code: "not_allowed" });
    await expect(get(null, "feedback", [])).rejects.toMatchObject({ code: "not_allowed" });
    for (const collection of ["comments", "accounts", "", "campaigns; drop table x"])
      await expect(get(tester, collection, [])).rejects.toMatchObject({ code: "unknown_collection" });
    const id = randomUUID();
    for (const wanted of [
      ...[null, {}, [7], [{}], [{ id: "x" }], [{ id, xid: "x" }], [{ id, xid: {} }]],
      Array.from({ length: 201 }, () => ({ id })),
    ])
      await expect(get(tester, "apps", wanted), JSON.stringify(wanted)).rejects.toMatchObject({ code: "invalid" });
  });

  test("T5 reads by key, whatever the size of the catalog", long, async () => {
    if (kind !== "postgres") return;
    await db.withoutMoves(
      `insert into public.apps (id, org_id, developer_id, title, description, status, published_at)
       select gen_random_uuid(), $1, $1, 'App ' || n, 'About it', 'published', now() from generate_series(1, 5000) n`,
      [dev],
    );
    await db.owner("analyze public.apps");
    const reads = async () =>
      (
        await db.owner<{ n: number }>(
          "select coalesce(seq_tup_read, 0)::int as n from pg_stat_user_tables where relname = 'apps'",
        )
      )[0]?.n ?? 0;
    await db.owner("select pg_stat_force_next_flush()");
    const before = await reads();
    const wanted = await db.owner<{ id: string }>(
      "select id::text from public.apps where title like 'App %' limit 200",
    );
    await db.owner("select pg_stat_force_next_flush()");
    const between = await reads();
    for (const who of [null, tester, dev]) expect((await get(who, "apps", wanted)).rows).toHaveLength(200);
    await db.owner("select pg_stat_force_next_flush()");
    expect(between).toBeGreaterThanOrEqual(before);
    expect((await reads()) - between).toBeLessThan(1000);
  });
});
