// Search in a catalog of thousands uses indexes and finds the same as a full scan.
import { beforeAll, describe, expect, test } from "vitest";
import { long } from "../fixtures/long.ts";
import { analyze, marketplace } from "../fixtures/sql/marketplace.ts";
import { setUpDatabase, setUpPerson } from "../fixtures/sql/scenario.ts";
import { type Search, searches, timedPages } from "../fixtures/sql/searches.ts";

const size = 3000;

describe("the catalog's search, 3,000 apps and 1,200 open campaigns", () => {
  const db = setUpDatabase("postgres");
  const tester = setUpPerson(db, "tester");

  beforeAll(async () => {
    await db.db.script(marketplace(size));
    await db.db.exec(analyze);
  });

  /** Some searches of each list, for both kinds. */
  const samples = (["apps", "campaigns"] as const).flatMap((kind) =>
    Object.entries(searches(kind, size)).map(([name, all]) => ({
      name: `${kind}, ${name}`,
      some: all.filter((_, n) => n % 3 === 0),
    })),
  );

  test("S22 the bench's marketplace equals what the triggers would write", long, async () => {
    for (const [table, refresh] of [
      ["offers", "select private.refresh_offer(s.id) from sample s"],
      ["store_apps", "select private.refresh_store_app(s.id) from sample s"],
      ["people", "update public.profiles p set name = p.name from sample s where p.id = s.id"],
    ] as const) {
      const read = () =>
        db.owner(`select * from (select * from private.${table} order by id limit 50) sample order by id`);
      const before = await read();
      expect(before).toHaveLength(50);
      await db.owner(`with sample as (select id from private.${table} order by id limit 50) ${refresh}`);
      expect(await read(), table).toEqual(before);
    }
    expect(
      await db.owner(`select k.campaign_id from private.campaign_counts k cross join lateral private.counted_campaign(k.campaign_id) n
        where row(k.testers_joined, k.feedback_count, k.new_feedback_count) is distinct from row(n.testers, n.reports, n.new_reports)`),
    ).toEqual([]);
  });

  test("B7 S22 no search reads a whole table", long, async () => {
    const read = async () => {
      await db.owner("select pg_stat_force_next_flush()");
      return db.owner(
        "select relname, seq_scan::text from pg_stat_user_tables where relname in ('offers', 'campaigns', 'store_apps', 'apps') order by 1",
      );
    };
    const before = await read();
    for (const { some } of samples) for (const search of some) await timedPages(db, tester, search, 2);
    await db.owner("select private.refresh_shelves()");
    expect(await read()).toEqual(before);
  });

  /** Returns the ids that a full scan finds, in order. */
  async function expected(search: Search): Promise<string[]> {
    const { kind, sort, q, platforms, category, days, reward, currency = "USD", spots } = search;
    // Platforms of the search, not user input.
    const first = search.first ? `o.platform <> all ('{all,${String(search.first)}}'), ` : "";
    const key = {
      ...{ newest: "-extract(epoch from o.published_at)", oldest: "o.published_at", downloads: "-o.downloads" },
      ...{ name: "o.name_key", deadline: "o.end_date", spots: "-o.spots" },
      reward: "array_position('{USD,CAD,EUR,GBP,JPY}', o.currency), -o.reward_cents",
    }[sort];
    const descending = ["newest", "downloads", "reward", "spots"].includes(sort);
    const rows = await db.owner<{ id: string }>(
      `select o.id from private.${kind === "apps" ? "store_apps" : "offers"} o where ($1::text is null or o.words @@ private.search_query($1, '{}'))
        and ($2::text = '[]' or $2::jsonb ? o.platform or o.platform = 'all')
        ${kind === "apps" ? "" : "and o.end_date >= private.today() and ($3::text is null or o.category = $3) and ($4::int is null or o.end_date <= private.today() + $4::int) and ($5::int is null or (o.reward_cents >= $5::int and o.currency = $6)) and (o.spots > 0 or not $7)"}
       order by ${first}${key}, o.id ${descending ? "desc" : "asc"} limit 72`,
      [
        String(q ?? "") || null,
        JSON.stringify(platforms ?? []),
        ...(kind === "apps"
          ? []
          : [category, days, reward, currency, spots === true].map((v) => (v ?? null) as string)),
      ],
    );
    return rows.map(({ id }) => id);
  }

  test.each(samples)("S10 S22 finds the same as a full scan: $name", long, async ({ some }) => {
    for (const search of some) {
      const pages = await timedPages(db, tester, search, 3);
      expect(
        pages.flatMap(({ ids }) => ids),
        JSON.stringify(search),
      ).toEqual(await expected(search));
    }
  });
});
