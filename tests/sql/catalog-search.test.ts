import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { ruleEngines } from "../fixtures/engines.ts";
import { isLongRun, long } from "../fixtures/long.ts";
import type { Row, TestDatabase } from "../fixtures/sql/database.ts";
import { call } from "../fixtures/sql/organizations.ts";
import { apply, campaign, day } from "../fixtures/sql/rows.ts";
import { setUpDatabase, setUpPeople } from "../fixtures/sql/scenario.ts";

interface Answer {
  rows: { id: string; title: string }[];
  next: object | null;
  total: number | null;
}

const ask = (db: TestDatabase, who: string | null, request: object) =>
  call<Answer>(db, who, "public.catalog_search($1::jsonb)", [JSON.stringify(request)]);

async function firstPages(db: TestDatabase, request: object): Promise<void> {
  const { next } = await ask(db, null, request);
  if (next) await ask(db, null, { ...request, after: next });
}

/** Reads all pages and their sizes. */
async function pages(db: TestDatabase, who: string | null, request: object) {
  const rows: Answer["rows"] = [];
  const sizes: number[] = [];
  for (let after: object | null = null; ; ) {
    const answer: Answer = await ask(db, who, { ...request, after });
    rows.push(...answer.rows);
    sizes.push(answer.rows.length);
    after = answer.next;
    if (!after) return { titles: rows.map(({ title }) => title), ids: rows.map(({ id }) => id), sizes };
  }
}

describe.each(ruleEngines)("the catalog's search on %s", (kind) => {
  const db = setUpDatabase(kind);
  const { dev, tester, other, admin } = setUpPeople(db);
  const made: Record<string, string> = {};
  const offer = async (title: string, more: Row = {}): Promise<void> => {
    made[title] = randomUUID();
    await campaign(db, dev, {
      ...{ id: made[title], title, description: "What it is about, in words.", auto_select: false },
      ...more,
    });
  };
  const find = async (request: object) =>
    (await pages(db, tester, { kind: "campaigns", sort: "deadline", ...request })).titles;

  beforeAll(async () => {
    await offer("Árbol de pruebas", { end_date: day(3), category: "education", platform: "android" });
    await offer("Pocket Budget", { end_date: day(5), platform: "ios", reward_amount_cents: 4000 });
    await offer("Budget planner", { end_date: day(9), platform: "all", reward_amount_cents: 2500, max_testers: 1 });
    await offer("C's \\ notes: 100%", {
      end_date: day(20),
      platform: "web",
      currency: "EUR",
      reward_amount_cents: 9000,
    });
    await offer("Draft budget", { status: "draft" });
    await offer("Private budget", { visibility: "private" });
    await offer("Unlisted budget", { visibility: "unlisted" });
    await apply(db, made["Budget planner"] ?? "", other, { status: "pending" });
  });

  test("S1 the front page's tests are public and accept testers", async () => {
    const latest = async (who: string | null) =>
      (await call<Answer>(db, who, "public.latest_tests()")).rows.map(({ title }) => title).sort();
    const open = ["Budget planner", "C's \\ notes: 100%", "Pocket Budget", "Árbol de pruebas"];
    expect(await latest(null)).toEqual(open);
    expect(await latest(dev)).toEqual(open);
    const planner = made["Budget planner"] ?? "";
    await db.owner("update private.offers set spots = 0 where id = $1", [planner]);
    expect(await latest(null)).toEqual(open.slice(1));
    await db.owner("update private.offers set spots = 1 where id = $1", [planner]);
  });

  test("S10 finds words and prefixes without accents and case, in any order", async () => {
    expect(await find({ q: "ARBOL" })).toEqual(["Árbol de pruebas"]);
    expect(await find({ q: "budg pocket" })).toEqual(["Pocket Budget"]);
    expect(await find({ q: "budget" })).toEqual(["Pocket Budget", "Budget planner"]);
    // Two letters must match a whole word.
    expect(await find({ q: "bu" })).toEqual([]);
    expect(await find({ q: "de" })).toEqual(["Árbol de pruebas"]);
    // Matches the developer's name.
    expect(await find({ q: "Dana" })).toHaveLength(4);
    for (const q of ["c's \\ notes", "100%", "' | 'x':*", "!budget", "category/education", "\\", "'"])
      expect(Array.isArray(await find({ q }))).toBe(true);
    expect(await find({ q: "c's \\ notes" })).toEqual(["C's \\ notes: 100%"]);
    expect(await find({ q: "category/education" })).toEqual([]);
  });

  test("S10 filters by category, platform, reward, days and spots, and excludes campaigns applied to", async () => {
    expect(await find({ category: "education" })).toEqual(["Árbol de pruebas"]);
    expect(await find({ platforms: ["ios"] })).toEqual(["Pocket Budget", "Budget planner"]);
    expect(await find({ platforms: ["ios", "android"] })).toHaveLength(3);
    expect(await find({ currency: "USD", reward: 2500 })).toEqual(["Pocket Budget", "Budget planner"]);
    expect(await find({ days: 5 })).toEqual(["Árbol de pruebas", "Pocket Budget"]);
    expect(await find({ days: 5, sort: "newest", q: "budget" })).toEqual(["Pocket Budget"]);
    expect(await find({ hide: true })).toHaveLength(4);
    expect((await pages(db, other, { kind: "campaigns", sort: "deadline", hide: true })).titles).toHaveLength(3);
    expect(await find({ spots: true })).toHaveLength(4);
    await db.update(dev, "applications", await applicationOf(made["Budget planner"] ?? ""), { status: "accepted" });
    expect(await find({ spots: true })).toHaveLength(3);
  });

  test("S8 campaigns for the asked platforms come first; campaigns that accept instantly are found", async () => {
    const titles = ["Árbol de pruebas", "Budget planner", "C's \\ notes: 100%", "Pocket Budget"];
    expect(await find({ first: ["android", "web"] })).toEqual(titles);
    expect(await find({ first: ["ios"], sort: "reward", currency: "EUR" })).toEqual([
      ...["Pocket Budget", "Budget planner", "C's \\ notes: 100%", "Árbol de pruebas"],
    ]);
    expect(await find({ first: ["macos"], q: "budget" })).toEqual(["Budget planner", "Pocket Budget"]);
    expect(await find({ first: ["android", "ios", "macos", "web", "windows"] })).toHaveLength(4);
    const page = await ask(db, tester, { kind: "campaigns", sort: "deadline", first: ["android"] });
    expect([page.rows.length, page.total]).toEqual([4, 4]);

    const [arbol, planner] = [made["Árbol de pruebas"] ?? "", made["Budget planner"] ?? ""];
    await db.owner("update public.campaigns set auto_select = true where id = any ($1)", [[arbol, planner]]);
    await db.owner("update private.offers set spots = 0 where id = $1", [planner]);
    expect(await find({ instant: true })).toEqual(["Árbol de pruebas"]);
    await db.owner("update private.offers set spots = 1 where id = $1", [planner]);
    await db.owner("update public.campaigns set auto_select = false where id = any ($1)", [[arbol, planner]]);
  });

  test("S8 pages continue from campaigns for the asked platforms to the others, each once", async () => {
    for (let n = 0; n < 60; n++)
      await offer(`Paged ${n}`, { platform: n % 5 < 2 ? "android" : "ios", end_date: day(30 + (n % 7)) });
    for (const [first, fitting] of [
      ["android", 24],
      ["ios", 36],
    ] as const) {
      const request = { kind: "campaigns", sort: "deadline", q: "paged", first: [first] };
      const { ids, sizes } = await pages(db, tester, request);
      expect([ids.length, new Set(ids).size, sizes]).toEqual([60, 60, [24, 24, 12]]);
      const rows = await db.owner<{ id: string; platform: string }>(
        "select id, platform from private.offers where id = any ($1)",
        [ids],
      );
      const platformOf = new Map(rows.map(({ id, platform }) => [id, platform]));
      expect(ids.map((id) => platformOf.get(id) === first)).toEqual(ids.map((_, n) => n < fitting));
      expect((await ask(db, tester, request)).total).toBe(60);
    }
    await db.owner("update public.campaigns set status = 'completed' where title like 'Paged %'");
  });

  const applicationOf = async (campaignId: string): Promise<string> =>
    (await db.owner<{ id: string }>("select id from public.applications where campaign_id = $1", [campaignId]))[0]
      ?.id ?? "";

  test("S10 the highest rewards of the chosen currency come first, then each other currency", async () => {
    expect(await find({ sort: "reward", currency: "USD" })).toEqual([
      ...["Pocket Budget", "Budget planner", "Árbol de pruebas", "C's \\ notes: 100%"],
    ]);
    expect((await find({ sort: "reward", currency: "EUR" }))[0]).toBe("C's \\ notes: 100%");
  });

  test("S10 a changed title, visibility or status takes effect at once", async () => {
    const id = made["Pocket Budget"] ?? "";
    await db.update(dev, "campaigns", id, { title: "Wallet Budget" });
    expect(await find({ q: "pocket" })).toEqual([]);
    expect(await find({ q: "wallet" })).toEqual(["Wallet Budget"]);
    await db.owner("update public.campaigns set hidden = true where id = $1", [id]);
    expect(await find({ q: "wallet" })).toEqual([]);
    await db.owner("update public.campaigns set hidden = false where id = $1", [id]);
    await db.update(dev, "campaigns", id, { visibility: "private" });
    expect(await find({ q: "wallet" })).toEqual([]);
    await db.update(dev, "campaigns", id, { visibility: "public" });
    await db.update(dev, "campaigns", id, { status: "completed" });
    expect(await find({ q: "wallet" })).toEqual([]);
    // Ended at midnight, and not yet completed by the schedule.
    await db.owner("update private.offers set end_date = current_date - 1 where id = $1", [
      made["Árbol de pruebas"] ?? "",
    ]);
    expect(await find({ q: "arbol" })).toEqual([]);
  });

  test("P2 campaigns are for testers; a blocked organization's are left out", async () => {
    for (const who of [null, dev, admin])
      await expect(ask(db, who, { kind: "campaigns", sort: "newest" })).rejects.toMatchObject({ code: "not_allowed" });
    await db.owner("insert into private.organization_blocks (user_id, org_id) values ($1, $2)", [other, dev]);
    // Except the tests that the tester has joined: they continue.
    const { rows } = await ask(db, other, { kind: "campaigns", sort: "newest" });
    expect(rows.map(({ title }) => title)).toEqual(["Budget planner"]);
    expect((await ask(db, tester, { kind: "campaigns", sort: "newest" })).rows.length).toBeGreaterThan(0);
  });

  test("V1 rejects unknown input", async () => {
    const good = { kind: "apps", sort: "newest" };
    for (const wrong of [
      ...[
        { kind: "people" },
        { sort: "deadline" },
        { q: 7 },
        { platforms: "ios" },
        { category: "x" },
        { currency: "BTC" },
      ],
      ...[{ table: "accounts" }, { after: { id: "x", key: 1 } }, { after: { id: randomUUID(), key: "not a time" } }],
      ...[{ days: "x" }, { reward: [] }, { platforms: ["'); drop table x"] }],
      ...[{ first: ["ios"] }, { first: [], kind: "campaigns", sort: "newest" }, { instant: 1 }],
      ...[{ platforms: ["iOS"] }, { platforms: ["ios", "all"] }, { spots: "yes" }, { hide: 1 }],
    ])
      await expect(ask(db, tester, { ...good, ...wrong }), JSON.stringify(wrong)).rejects.toMatchObject({
        code: "invalid",
      });
    await expect(call(db, tester, "public.catalog_search(null)")).rejects.toMatchObject({ code: "invalid" });
  });

  describe("with many rows", () => {
    beforeAll(async () => {
      await db.owner("delete from private.offers");
      // Long tests need more rows than one call may scan.
      const rows = kind === "pglite" ? 300 : isLongRun ? 20_500 : 4000;
      await db.withoutMoves(
        `insert into public.apps (id, org_id, developer_id, title, description, status, published_at)
         select gen_random_uuid(), $1, $1, case when n % 100 = 7 then 'Rare ' else 'Common ' end || n, 'Words about it', 'published',
           timestamptz '2026-01-01' + make_interval(mins => n / 3) from generate_series(1, ${rows}) n`,
        [dev],
      );
      await db.owner("update private.store_apps set downloads = ascii(left(id::text, 1)) % 50");
      await db.owner("analyze private.store_apps");
    });

    test.each(["newest", "oldest", "downloads", "name"])("S22 every app once, by %s", long, async (sort) => {
      // Uses the text index and, with a word that all rows contain, the index of the sort order.
      for (const q of ["rare", kind === "postgres" ? "rar" : "words"]) {
        const { ids, sizes } = await pages(db, null, { kind: "apps", sort, q });
        const key = {
          newest: "-extract(epoch from published_at)",
          oldest: "published_at",
          downloads: "-(select s.downloads from private.store_apps s where s.id = a.id)",
        }[sort];
        const expected = await db.owner<{ id: string }>(
          `select id from public.apps a where $1 = 'words' or a.title ilike 'rare%'
           order by ${key ?? 'private.sort_key(title) collate "C"'}, id ${["newest", "downloads"].includes(sort) ? "desc" : "asc"}`,
          [q],
        );
        expect(ids).toEqual(expected.map(({ id }) => id));
        expect(Math.max(...sizes)).toBeLessThanOrEqual(24);
      }
    });

    test("B7 S22 no search and no shelf reads a whole table", async () => {
      if (kind !== "postgres") return;
      const read = async () => {
        await db.owner("select pg_stat_force_next_flush()");
        return db.owner<{ relname: string; seq_scan: string }>(
          "select relname, seq_scan::text from pg_stat_user_tables where relname in ('store_apps', 'apps') order by 1",
        );
      };
      const before = await read();
      for (const q of ["", "rare", "common", "common 77", "nothing"])
        for (const sort of ["newest", "oldest", "downloads", "name"])
          await firstPages(db, { kind: "apps", sort, q, platforms: q ? [] : ["android"] });
      await db.owner("select private.refresh_shelves()");
      await call(db, null, "public.catalog_shelf($1::jsonb)", [JSON.stringify([{ shelf: "apps" }])]);
      expect(await read()).toEqual(before);
    });

    test("S22 counts to a thousand, with the first page only", long, async () => {
      const [rare, all] = await Promise.all(["rare", ""].map((q) => ask(db, null, { kind: "apps", sort: "name", q })));
      expect([rare?.total, all?.total]).toEqual(kind === "postgres" ? [205, 1001] : [3, 300]);
      const second = await ask(db, null, { kind: "apps", sort: "name", q: "", after: all?.next });
      expect(second.total).toBeNull();
    });

    test("S22 a match at the far end of a sort order is still on the first page", long, async () => {
      if (kind !== "postgres") return;
      // More matches than the first lookup reads, and older than all rows that a page scans.
      await db.withoutMoves(
        `insert into public.apps (id, org_id, developer_id, title, description, status, published_at)
         select gen_random_uuid(), $1, $1, 'Ancient ' || n, 'Words about it', 'published', '2020-01-01' from generate_series(1, 7000) n`,
        [dev],
      );
      await db.owner("analyze private.store_apps");
      const page = await ask(db, null, { kind: "apps", sort: "newest", q: "ancient" });
      expect([page.rows.length, page.total]).toEqual([24, 1001]);
    });
  });
});
