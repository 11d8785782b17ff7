// Compares the catalog's projection with its source rows: the policies and screens must show each
// role the same, after any change.
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { ruleEngines } from "../fixtures/engines.ts";
import { Random } from "../fixtures/random.ts";
import { Rejection, type Row } from "../fixtures/sql/database.ts";
import { call } from "../fixtures/sql/organizations.ts";
import { apply, campaignInput, day, newApp, newRelease } from "../fixtures/sql/rows.ts";
import { setUpDatabase, setUpPeople } from "../fixtures/sql/scenario.ts";

type Card = Row & { id: string };
const sorts = { campaigns: ["deadline", "newest", "reward", "spots"], apps: ["newest", "oldest", "downloads", "name"] };

describe.each(ruleEngines)("the catalog's projection on %s", (kind) => {
  const db = setUpDatabase(kind);
  const { dev, otherDev, tester, other, admin } = setUpPeople(db);
  const random = new Random(17);
  const one = <T>(from: readonly T[]): T => {
    const picked = random.pick(from);
    if (picked === undefined) throw new Error("nothing to pick from");
    return picked;
  };
  const campaigns: string[] = [];
  const apps: string[] = [];

  /** Returns every card of a list, page by page. */
  async function cards(who: string | null, list: keyof typeof sorts, sort: string): Promise<Card[]> {
    const found: Card[] = [];
    for (let after: object | null = null; ; ) {
      const answer: { rows: Card[]; next: object | null } = await call(db, who, "public.catalog_search($1::jsonb)", [
        JSON.stringify({ kind: list, sort, after }),
      ]);
      found.push(...answer.rows);
      after = answer.next;
      if (!after) return found;
    }
  }
  const byId = (rows: readonly Card[]) => [...rows].sort((a, b) => (a.id < b.id ? -1 : 1));
  const time = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

  /** Returns as cards the rows that a screen would list under the policies. */
  const counted = async (rows: readonly Card[], column: string, query: string) => {
    const counts = new Map((await db.owner<{ id: string; n: number }>(query)).map(({ id, n }) => [id, n]));
    return byId(rows.map((row) => ({ ...row, [column]: counts.get(row.id) ?? 0 })));
  };
  const expectedCampaigns = (who: string) =>
    db.query<Card>(
      who,
      `select c.id, c.sync_xid::text as xid, c.org_id, c.developer_name, c.app_id,
         coalesce((select a.icon_path from public.apps a where a.id = c.app_id), '') as icon_path, c.title,
         left(c.description, 200) as description, c.category, c.platform, to_char(c.end_date, 'YYYY-MM-DD') as end_date, c.max_testers,
         c.auto_select, c.effort_minutes, c.required_tasks, c.task_minutes, c.reward_model, c.reward_amount_cents, c.currency, left(c.requirements, 200) as requirements,
         ${time("c.published_at")} as published_at
       from public.campaigns c
       where c.status = 'active' and c.visibility = 'public' and not c.hidden and not c._deleted and c.end_date >= private.today()
         and not exists (select from public.accounts a where a.id = $1 and a.blocked_organizations @> jsonb_build_array(jsonb_build_object('org_id', c.org_id)))`,
      [who],
    );
  const expectedApps = (who: string | null) =>
    db.query<Card>(
      who,
      `select a.id, a.sync_xid::text as xid, a.org_id, a.developer_name, a.title, left(a.description, 200) as description, a.platform,
         a.type, a.icon_path, a.version, a.size_bytes::int as size_bytes, ${time("a.published_at")} as published_at
       from public.apps a where a.status = 'published' and not a._deleted`,
    );

  async function compare(): Promise<void> {
    for (const who of [tester, other]) {
      const expected = await counted(
        await expectedCampaigns(who),
        "testers_joined",
        "select campaign_id::text as id, count(*)::int as n from public.applications where status in ('accepted', 'completed') and not _deleted group by 1",
      );
      for (const sort of sorts.campaigns) expect(byId(await cards(who, "campaigns", sort))).toEqual(expected);
    }
    for (const who of [null, tester, dev, otherDev, admin]) {
      const expected = await counted(
        await expectedApps(who),
        "downloads",
        "select r.app_id::text as id, count(*)::int as n from public.downloads d join public.releases r on r.id = d.release_id group by 1",
      );
      for (const sort of who === null ? sorts.apps : ["newest"])
        expect(byId(await cards(who, "apps", sort))).toEqual(expected);
    }
  }

  const addApp = async (publish: boolean) => {
    const id = await newApp(db, dev, { title: `App ${apps.length}`, icon_path: `${dev}/icon${apps.length}.png` });
    apps.push(id);
    await newRelease(db, dev, id, { status: "published" });
    if (publish) await db.update(dev, "apps", id, { status: "published" });
  };
  const addCampaign = async (more: Row = {}) => {
    const input = campaignInput(random.chance(0.7) ? dev : otherDev, {
      title: `Campaign ${campaigns.length}`,
      status: random.chance(0.8) ? "active" : "draft",
      visibility: one(["public", "public", "public", "unlisted", "private"]),
      platform: one(["all", "android", "ios", "web"]),
      max_testers: one([1, 5]),
      ...more,
    });
    await db.insert(String(input.developer_id), "campaigns", input);
    campaigns.push(String(input.id));
  };

  // The server has privileges in `today()`, so the comparison runs as the user.
  beforeAll(async () => {
    await db.owner("grant execute on function private.today() to authenticated");
    for (let n = 0; n < 6; n++) await addApp(n % 2 === 0);
    for (let n = 0; n < 30; n++) await addCampaign(n % 3 ? {} : { developer_id: dev, app_id: apps[n % 6] });
  });

  /** A step may be rejected; the projection must follow in any case. */
  const steps: (() => Promise<unknown>)[] = [
    () => addCampaign(),
    () => addApp(true),
    ...["title", "description"].map(
      (column) => () =>
        db.owner(`update public.campaigns set ${column} = $2 where id = $1`, [
          one(campaigns),
          `Something else to try ${random.next()}`,
        ]),
    ),
    () => db.owner("update public.campaigns set hidden = not hidden where id = $1", [one(campaigns)]),
    () =>
      db.owner("update public.campaigns set visibility = $2 where id = $1", [
        one(campaigns),
        one(["public", "unlisted", "private"]),
      ]),
    () => db.owner("update public.campaigns set status = 'completed' where id = $1", [one(campaigns)]),
    () =>
      db.withoutMoves("update public.campaigns set end_date = $2::date where id = $1", [
        one(campaigns),
        one([day(-1), day(0), day(2)]),
      ]),
    () => db.owner("update public.campaigns set _deleted = true where id = $1", [one(campaigns)]),
    () => apply(db, one(campaigns), one([tester, other])),
    () => db.owner("update public.apps set icon_path = $2 where id = $1", [one(apps), `${randomUUID()}.png`]),
    () => db.owner("update public.apps set title = $2 where id = $1", [one(apps), `Renamed ${random.next()}`]),
    () => db.update(admin, "apps", one(apps), { status: one(["hidden", "published"]) }),
    () => db.update(dev, "apps", one(apps), { status: one(["unpublished", "published"]) }),
    () => newRelease(db, dev, one(apps), { status: "published", version: `${random.next()}` }),
    () =>
      db.query(one([tester, other]), "select public.record_download(r.id) from public.releases r where r.app_id = $1", [
        one(apps),
      ]),
    () => db.owner("update public.profiles set name = $2 where id = $1", [dev, `Dana ${random.next()}`]),
    () => call(db, tester, `public.block_organization($1, ${random.chance(0.5)})`, [otherDev]),
  ];

  test("S10 S22 P2 shows each role what its policies and the screens show, whatever changes", async () => {
    await compare();
    let done = 0;
    for (let round = 0; round < 8; round++) {
      for (let n = 0; n < 25; n++)
        await one(steps)().then(
          () => (done += 1),
          (error: unknown) => {
            // Wrong states and missing rights are expected. Anything else is an error of the test.
            if (!(error instanceof Rejection && /^(PT|23)/.test(error.sqlstate))) throw error;
          },
        );
      await compare();
    }
    expect(done).toBeGreaterThan(100);
    expect((await cards(tester, "campaigns", "newest")).length).toBeGreaterThan(3);
  });

  test("S22 the sample data is in the catalog too", async () => {
    await db.withoutMoves(
      `insert into public.campaigns (id, org_id, developer_id, title, description, start_date, end_date, status, published_at, is_sample)
       values (gen_random_uuid(), $1, $1, 'From the samples', 'What a new installation shows.', current_date, current_date + 9, 'active', now(), true)`,
      [dev],
    );
    expect((await cards(tester, "campaigns", "deadline")).map(({ title }) => title)).toContain("From the samples");
  });
});
