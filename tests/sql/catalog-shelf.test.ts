import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { ruleEngines } from "../fixtures/engines.ts";
import { become, type Row, type TestDatabase } from "../fixtures/sql/database.ts";
import { call } from "../fixtures/sql/organizations.ts";
import { campaign, campaignInput, day, newApp, newRelease } from "../fixtures/sql/rows.ts";
import { setUpDatabase, setUpPeople } from "../fixtures/sql/scenario.ts";

interface Entry {
  id: string;
  kind: string;
  xid: string;
  gone: boolean;
  card: (Row & { id: string; title: string }) | null;
}
interface Part {
  rows: Entry[];
  checkpoint: Row;
  more: boolean;
  restarted: boolean;
}

/** The maximum of a shelf: 24 per sort order and 4 per category. */
const mostEntries = 120;

/** A device with one shelf: pulls until nothing is left, and keeps the entries. */
class Shelf {
  readonly cards = new Map<string, Entry>();
  checkpoint: Row | null = null;
  readonly #db: TestDatabase;
  readonly #who: string | null;
  readonly #name: string;
  constructor(db: TestDatabase, who: string | null, name: string) {
    this.#db = db;
    this.#who = who;
    this.#name = name;
  }
  async page(limit = 200): Promise<Part> {
    const answer = await call<{ shelves: Record<string, Part> }>(
      this.#db,
      this.#who,
      "public.catalog_shelf($1::jsonb)",
      [JSON.stringify([{ shelf: this.#name, checkpoint: this.checkpoint, limit }])],
    );
    const part = answer.shelves[this.#name];
    if (!part) throw new Error(this.#name);
    if (part.restarted) this.cards.clear();
    for (const entry of part.rows) {
      if (entry.gone) this.cards.delete(entry.id);
      else this.cards.set(entry.id, entry);
    }
    this.checkpoint = part.checkpoint;
    return part;
  }
  async pull(limit = 200): Promise<Part> {
    for (;;) {
      const part = await this.page(limit);
      if (!part.more) return part;
    }
  }
  get titles(): string[] {
    return [...this.cards.values()].map(({ card }) => card?.title ?? "").sort();
  }
  get ids(): string[] {
    return [...this.cards.keys()].sort();
  }
}

const refresh = async (db: TestDatabase) =>
  (await db.owner<{ n: number }>("select private.refresh_shelves() as n"))[0]?.n ?? -1;

/** Creates open campaigns without the state machine, with all columns that a sort order uses. */
const many = (db: TestDatabase, dev: string, count: number, platform: string) =>
  db.withoutMoves(
    `insert into public.campaigns (id, org_id, developer_id, title, description, category, platform, start_date, end_date, max_testers,
       reward_amount_cents, currency, status, published_at)
     select gen_random_uuid(), $1, $1, $3 || ' ' || n, 'Words about it, and a few more', (array['education', 'food_drink', 'health_fitness', 'productivity',
       'shopping', 'travel'])[1 + n % 6], $3, current_date, current_date + 1 + n % 97, 1 + n % 50, 100 + n * 37 % 5000,
       (array['USD', 'EUR'])[1 + n % 2], 'active', timestamptz '2026-01-01' + make_interval(mins => n * 7 % 1000)
     from generate_series(1, $2::int) n`,
    [dev, count, platform],
  );

describe.each(ruleEngines)("shelves on %s", (kind) => {
  const db = setUpDatabase(kind);
  const { dev, otherDev, tester, admin } = setUpPeople(db);

  test("S22 T5 a small catalog updates its shelves at once: published, changed, hidden, ended", async () => {
    const [android, web] = [new Shelf(db, tester, "campaigns/android"), new Shelf(db, tester, "campaigns/web")];
    const id = await campaign(db, dev, { title: "First of all", platform: "android" });
    const everywhere = await campaign(db, dev, { title: "Everywhere", platform: "all" });
    await campaign(db, dev, { title: "For friends", platform: "android", visibility: "private" });
    await android.pull();
    await web.pull();
    expect(android.titles).toEqual(["Everywhere", "First of all"]);
    expect(web.titles).toEqual(["Everywhere"]);
    await db.update(dev, "campaigns", id, { title: "First again", platform: "web" });
    await db.owner("update public.campaigns set hidden = true where id = $1", [everywhere]);
    const left = await android.pull();
    await web.pull();
    expect(left.rows.filter(({ gone }) => gone).map(({ card }) => card)).toEqual([null, null]);
    expect(android.titles).toEqual([]);
    expect(web.titles).toEqual(["First again"]);
    await db.owner("update public.campaigns set hidden = false where id = $1", [everywhere]);
    await web.pull();
    expect(web.titles).toEqual(["Everywhere", "First again"]);
    await db.update(dev, "campaigns", id, { status: "completed" });
    await db.update(dev, "campaigns", everywhere, { status: "completed" });
    await web.pull();
    expect(web.titles).toEqual([]);

    const apps = new Shelf(db, null, "apps");
    const app = await newApp(db, dev, { title: "An app" });
    await newRelease(db, dev, app, { status: "published" });
    await apps.pull();
    expect(apps.titles).toEqual([]);
    await db.update(dev, "apps", app, { status: "published" });
    await apps.pull();
    expect([...apps.cards.values()]).toMatchObject([{ kind: "app", card: { id: app, version: "1", downloads: 0 } }]);
    await db.update(admin, "apps", app, { status: "hidden" });
    await apps.pull();
    expect(apps.titles).toEqual([]);
  });

  test("P2 campaign shelves are for testers; unknown shelves are rejected", async () => {
    const ask = (who: string | null, requests: unknown) =>
      call<{ scope: string }>(db, who, "public.catalog_shelf($1::jsonb)", [JSON.stringify(requests)]);
    for (const who of [null, dev, admin]) {
      await expect(ask(who, [{ shelf: "campaigns/ios" }])).rejects.toMatchObject({ code: "not_allowed" });
      expect(await ask(who, [{ shelf: "apps" }])).toMatchObject({ shelves: { apps: { restarted: false } } });
    }
    for (const wrong of [null, {}, [{}], [{ shelf: "campaigns/all" }], [7], Array(9).fill({ shelf: "apps" })])
      await expect(ask(tester, wrong)).rejects.toMatchObject({ code: "invalid" });
    expect((await ask(null, [])).scope).toBe("anonymous");
    expect((await ask(tester, [])).scope).toContain(tester);
  });

  describe("of a large catalog", () => {
    const shelf = new Shelf(db, tester, "campaigns/ios");
    beforeAll(async () => {
      await many(db, dev, 700, "ios");
      await db.owner("analyze private.offers");
      await refresh(db);
      await shelf.pull(7);
    });
    const find = async (request: object) =>
      (
        await call<{ rows: { id: string }[] }>(db, tester, "public.catalog_search($1::jsonb)", [
          JSON.stringify({ kind: "campaigns", platforms: ["ios"], ...request }),
        ])
      ).rows.map(({ id }) => id);

    test("S22 hold the first entries of every sort order and category, at most 120", async () => {
      expect(shelf.cards.size).toBeGreaterThan(60);
      expect(shelf.cards.size).toBeLessThanOrEqual(120);
      for (const sort of ["deadline", "newest", "reward", "spots"])
        for (const id of await find({ sort })) expect([sort, shelf.cards.has(id)]).toEqual([sort, true]);
      for (const category of ["education", "food_drink", "health_fitness", "productivity", "shopping", "travel"]) {
        const first = (await find({ sort: "deadline", category })).slice(0, 4);
        expect([category, first.filter((id) => !shelf.cards.has(id))]).toEqual([category, []]);
      }
      const [entry] = shelf.cards.values();
      const card = await call<{ rows: Row[] }>(db, tester, "public.catalog_search($1::jsonb)", [
        JSON.stringify({ kind: "campaigns", sort: "deadline", q: `"${entry?.card?.title}"` }),
      ]);
      expect(card.rows).toContainEqual(entry?.card);
    });

    test("O2 only differences are written, and a new entry comes with the next refresh", async () => {
      expect(await refresh(db)).toBe(0);
      expect((await shelf.page()).rows).toEqual([]);
      const soonest = randomUUID();
      await campaign(db, dev, { id: soonest, title: "Tomorrow it ends", platform: "ios", end_date: day(0) });
      await shelf.pull();
      expect(shelf.cards.has(soonest)).toBe(false);
      const written = await refresh(db);
      expect(written).toBeGreaterThan(0);
      expect(written).toBeLessThan(10);
      await shelf.pull();
      expect(shelf.cards.has(soonest)).toBe(true);
      expect(shelf.cards.size).toBeLessThanOrEqual(120);
      // Edits and removals do not wait for the next refresh.
      await db.update(dev, "campaigns", soonest, { title: "Today it ends" });
      await shelf.pull();
      expect(shelf.cards.get(soonest)?.card?.title).toBe("Today it ends");
      await db.owner("update public.campaigns set hidden = true where id = $1", [soonest]);
      await shelf.pull();
      expect(shelf.cards.has(soonest)).toBe(false);
    });

    test("O2 removed entries are purged after seven days, and devices offline for longer start over", async () => {
      const [away, young] = [new Shelf(db, tester, "campaigns/ios"), new Shelf(db, tester, "campaigns/ios")];
      await away.pull();
      const [leaves] = away.ids;
      await db.owner("update public.campaigns set hidden = true where id = $1", [leaves ?? ""]);
      await young.pull();
      const gone = () => db.owner("select 1 from private.shelf_entries where id = $1 and card is null", [leaves ?? ""]);
      await refresh(db);
      expect(await gone()).toHaveLength(1);
      await db.owner("update private.shelf_entries set changed_at = now() - interval '8 days' where card is null");
      await refresh(db);
      expect(await gone()).toHaveLength(0);
      expect((await young.pull()).restarted).toBe(false);
      const first = await away.page(10);
      expect(first.restarted).toBe(true);
      expect(first.more).toBe(false);
      expect((await away.pull()).restarted).toBe(false);
      expect(away.ids).toEqual(young.ids);
      expect(away.cards.has(leaves ?? "")).toBe(false);
    });

    test("O2 a checkpoint of another scope, epoch or later history counts as none", async () => {
      const device = new Shelf(db, tester, "campaigns/ios");
      await device.pull();
      const known = device.ids;
      const good = device.checkpoint ?? {};
      for (const wrong of [
        { epoch: "other" },
        { scope: "anonymous" },
        { xid: "999999999999" },
        { xid: "x" },
        { id: 7 },
      ]) {
        device.checkpoint = { ...good, ...wrong };
        expect((await device.page()).restarted).toBe(true);
        await device.pull();
        expect(device.ids).toEqual(known);
      }
    });

    test("O2 a device that asks regularly never starts over, although its shelf does not change", async () => {
      const device = new Shelf(db, null, "apps");
      await device.pull();
      await db.owner(
        "insert into private.sync_retention_days (day, xid) values (private.today() - 1, pg_snapshot_xmin(pg_current_snapshot())) on conflict (day) do update set xid = excluded.xid",
      );
      const before = device.checkpoint?.xid;
      await device.pull();
      expect(Number(device.checkpoint?.xid)).toBeGreaterThan(Number(before));
      await db.owner(
        "update private.shelves set purged_xid = (select max(d.xid::text::bigint)::text::xid8 from private.sync_retention_days d) where name = 'apps'",
      );
      expect((await device.pull()).restarted).toBe(false);
    });

    test("S22 the schedule refreshes them every ten minutes", async () => {
      const late = randomUUID();
      await campaign(db, otherDev, { id: late, title: "Ends today", platform: "ios", end_date: day(0) });
      const due = async (minutes: number) => {
        await db.owner("update private.shelves set refreshed_at = now() - make_interval(mins => $1::int)", [minutes]);
        await db.owner("call private.run_scheduled_jobs()");
        await shelf.pull();
        return shelf.cards.has(late);
      };
      expect(await due(9)).toBe(false);
      expect(await due(10)).toBe(true);
    });
  });
});

describe("shelves and concurrent transactions", () => {
  const db = setUpDatabase("postgres");
  const { dev, tester } = setUpPeople(db);

  /** Runs a transaction's work and commits it on demand. */
  async function held(work: (query: (text: string, params?: unknown[]) => Promise<unknown>) => Promise<unknown>) {
    let commit: () => void = () => undefined;
    const wait = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let written: () => void = () => undefined;
    const done = new Promise<void>((resolve) => {
      written = resolve;
    });
    const ended = db.db.transaction(async (session) => {
      await work((text, params) => session.query(text, (params ?? []) as string[]));
      written();
      await wait;
    });
    await Promise.race([done, ended]);
    return async () => {
      commit();
      await ended;
    };
  }
  const publish = (title: string) => {
    const input = campaignInput(dev, { title, status: "active", platform: "web" });
    const columns = Object.keys(input);
    return held(async (query) => {
      await become({ query } as never, dev);
      await query(
        `insert into public.campaigns (${columns.join(", ")}) values (${columns.map((_, i) => `$${i + 1}`).join(", ")})`,
        Object.values(input),
      );
    });
  };

  // Fails without `e.xid < horizon` in catalog_shelf (verified).
  test.each([[[0, 1, 2]], [[0, 2, 1]], [[1, 0, 2]], [[1, 2, 0]], [[2, 0, 1]], [[2, 1, 0]]])(
    "O2 entries of three transactions that commit in the order %s all arrive",
    async (order) => {
      const device = new Shelf(db, tester, "campaigns/web");
      const name = order.join("");
      const commits = [];
      for (const n of [0, 1, 2]) commits.push(await publish(`Campaign ${n} of ${name}`));
      for (const n of order) {
        expect((await device.pull()).restarted).toBe(false);
        await commits[n]?.();
        expect((await device.pull()).restarted).toBe(false);
      }
      expect(device.titles.filter((title) => title.endsWith(name))).toEqual(
        [0, 1, 2].map((n) => `Campaign ${n} of ${name}`),
      );
    },
  );

  test("O2 a refresh concurrent with an edit or a hiding leaves the shelf equal to the catalog", async () => {
    await many(db, dev, 300, "windows");
    await refresh(db);
    const device = new Shelf(db, tester, "campaigns/windows");
    await device.pull();
    const [first = "", second = ""] = device.ids;
    for (const [id, change] of [
      [first, "hidden = true"],
      [second, "title = 'Edited meanwhile'"],
    ]) {
      const commit = await held((query) => query(`update public.campaigns set ${change} where id = $1`, [id]));
      try {
        // It skips entries that the other transaction has locked, without waiting.
        await refresh(db);
        await device.pull();
      } finally {
        await commit();
      }
    }
    await device.pull();
    expect(device.cards.has(first)).toBe(false);
    expect(device.cards.get(second)?.card?.title).toBe("Edited meanwhile");
    await refresh(db);
    await device.pull();
    expect(device.cards.has(first)).toBe(false);
    const server = await db.owner<{ id: string }>(
      "select id::text from private.shelf_entries where shelf = 'campaigns/windows' and card is not null order by id",
    );
    expect(device.ids).toEqual(server.map(({ id }) => id));
  });

  test("the largest response stays below the 4 MB of a pull", async () => {
    // The longest texts that the columns and the card allow, with four bytes per character.
    const text = (length: number) => "\u{1F600}".repeat(length);
    const card = { title: text(120), developer_name: text(120), description: text(200), requirements: text(200) };
    await db.owner(
      `insert into private.shelf_entries (shelf, id, card)
       select s.name, gen_random_uuid(), $1::text::jsonb || jsonb_build_object('icon_path', repeat('x', 400), 'more', repeat('x', 600))
       from private.shelves s, generate_series(1, $2::int)`,
      [JSON.stringify(card), mostEntries],
    );
    const shelves = await db.owner<{ shelf: string }>("select name as shelf from private.shelves");
    const answer = await call<object>(db, tester, "public.catalog_shelf($1::jsonb)", [JSON.stringify(shelves)]);
    const bytes = Buffer.byteLength(JSON.stringify(answer));
    expect(bytes).toBeGreaterThan(1024 * 1024);
    expect(bytes).toBeLessThan(4 * 1024 * 1024);
    await db.owner("delete from private.shelf_entries");
  });
});
