// Alerts about new tests that match a saved search: recipients, contents and frequency.
// private.send_search_alerts takes the time as an argument; each test has its own users.
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { requestOf } from "../../src/features/campaigns/offers.ts";
import type { Device } from "../../sync/schema/profiles.ts";
import { platformsOf } from "../../sync/schema/profiles.ts";
import type { SavedSearch, TestSearch } from "../../sync/schema/searches.ts";
import { ruleEngines } from "../fixtures/engines.ts";
import type { Row, TestDatabase } from "../fixtures/sql/database.ts";
import { apply, campaign, day, person } from "../fixtures/sql/rows.ts";
import { setUpDatabase, setUpPerson } from "../fixtures/sql/scenario.ts";

/** Returns a time, in days after noon (UTC) of today. */
const at = (days: number) => new Date(Date.parse(`${day(0)}T12:00:00Z`) + days * 86_400_000).toISOString();
const HOUR = 1 / 24;
const MINUTE = HOUR / 60;

const send = async (db: TestDatabase, days: number, most = 1000) =>
  (await db.owner<{ n: number }>("select private.send_search_alerts($1, $2) as n", [at(days), most]))[0]?.n;
const told = (db: TestDatabase, who: string) =>
  db.owner<{ link: string; data: Record<string, unknown> }>(
    "select link, data from public.notifications where user_id = $1 and kind = 'new_tests' order by created_at",
    [who],
  );
const planned = (db: TestDatabase, who: string) =>
  db.owner<{ since: Date; due_at: Date }>("select since, due_at from private.search_alerts where person_id = $1", [
    who,
  ]);

const saved = (name: string, search: TestSearch, alert = true): SavedSearch => ({
  id: randomUUID(),
  name,
  search,
  alert,
});

describe.each(ruleEngines)("%s", (kind) => {
  const db = setUpDatabase(kind);
  const dev = setUpPerson(db, "developer");

  const save = (who: string, ...saved_searches: SavedSearch[]) => db.update(who, "accounts", who, { saved_searches });
  /** Creates a user whose last alert, or subscription, was at noon of today. */
  const subscriber = async (...searches: SavedSearch[]) => {
    const who = await person(db, "tester");
    await save(who, ...searches);
    await db.owner("update private.search_alerts set since = $2, due_at = $3 where person_id = $1", [
      ...[who, at(0), at(1)],
    ]);
    return who;
  };
  const publish = async (title: string, days: number, more: Row = {}) => {
    const id = await campaign(db, dev, { title, platform: "ios", category: "travel", ...more });
    await db.owner("update private.offers set published_at = $2 where id = $1", [id, at(days)]);
    return id;
  };
  beforeEach(async () => {
    await db.owner("delete from private.search_alerts");
    await db.owner("delete from private.offers");
    await db.owner("delete from private.deliveries");
  });

  test("S8 S29 new tests that match a saved search share one notification, which links to the search", async () => {
    const games = saved("iOS games", { q: "game", platform: "ios" });
    const who = await subscriber(games);
    await publish("Chess game", 0.1);
    await publish("Card games", 0.2);
    await publish("Chess game for Android", 0.2, { platform: "android" });
    await publish("Word game", -0.1);
    await publish("Budget", 0.3);
    expect(await send(db, 1 - MINUTE)).toBe(0);
    expect(await send(db, 1)).toBe(1);
    expect(await told(db, who)).toEqual([
      {
        link: `/tester/tests?saved=${games.id}`,
        data: { search_name: "iOS games", tests: 2, titles: "Card games · Chess game", others: "" },
      },
    ]);
  });

  test("S29 several searches make one notification, about the one with most results", async () => {
    const all = saved("Travel", { category: "travel" });
    const who = await subscriber(
      saved("Games", { q: "game" }),
      all,
      saved("Webs", { platform: "web" }),
      saved("Maps", { q: "map" }, false),
    );
    await publish("Chess game", 0.1);
    await publish("Night map", 0.2);
    await publish("Snow map", 0.3);
    await publish("Ice map", 0.4);
    await send(db, 1);
    expect(await told(db, who)).toEqual([
      {
        link: `/tester/tests?saved=${all.id}`,
        data: { search_name: "Travel", tests: 4, titles: "Ice map · Snow map · Night map", others: "Games" },
      },
    ]);
  });

  test("S29 no user is notified twice of a test, nor more than once a day", async () => {
    const who = await subscriber(saved("Travel", { category: "travel" }));
    await publish("First map", 0.5);
    await send(db, 1);
    await publish("Second map", 1.2);
    for (let hour = 1; hour < 24; hour += 1) await send(db, 1 + hour * HOUR);
    expect(await told(db, who)).toHaveLength(1);
    expect(await send(db, 2)).toBe(1);
    expect((await told(db, who)).map(({ data }) => data.titles)).toEqual(["First map", "Second map"]);
    expect(await send(db, 3)).toBe(0);
    expect(await told(db, who)).toHaveLength(2);
  });

  test("S13 S29 from the level trusted on alerts come every hour", async () => {
    const who = await subscriber(saved("Travel", { category: "travel" }));
    await db.owner("update public.profiles set karma = 150 where id = $1", [who]);
    await publish("First map", 0.5);
    expect(await send(db, 1)).toBe(1);
    await publish("Second map", 1);
    expect(await send(db, 1 + HOUR - MINUTE)).toBe(0);
    expect(await send(db, 1 + HOUR)).toBe(1);
    await db.owner("update public.profiles set karma = 149 where id = $1", [who]);
    await publish("Third map", 1 + HOUR);
    expect(await send(db, 1 + 2 * HOUR)).toBe(1);
    await publish("Fourth map", 1 + 2 * HOUR);
    expect(await send(db, 1 + 3 * HOUR)).toBe(0);
    expect(await send(db, 2 + 2 * HOUR)).toBe(1);
  });

  test("S29 a test whose publication was still uncommitted is in the next alert", async () => {
    const who = await subscriber(saved("Travel", { category: "travel" }));
    await publish("Late map", 1 - 2 * MINUTE);
    expect(await send(db, 1)).toBe(0);
    expect(await send(db, 2)).toBe(1);
    expect(await told(db, who)).toHaveLength(1);
  });

  test("S29 no alert about tests that the user applied to, cannot join, blocked, or owned as a developer", async () => {
    const who = await subscriber(saved("Travel", { category: "travel" }));
    await apply(db, await publish("Applied map", 0.1), who);
    const full = await publish("Full map", 0.2);
    await db.owner("update private.offers set spots = 0 where id = $1", [full]);
    const ended = await publish("Ended map", 0.3);
    await db.owner("update private.offers set end_date = $2 where id = $1", [ended, day(-1)]);
    await publish("Private map", 0.4, { visibility: "private" });
    const blocked = await publish("Blocked map", 0.5);
    const own = await publish("Own map", 0.6);
    const org = randomUUID();
    await db.owner("insert into public.organizations (id, name) values ($1, 'Blocked')", [org]);
    await db.owner("insert into private.organization_blocks (user_id, org_id) values ($1, $2)", [who, org]);
    await db.owner("update private.offers set org_id = $2 where id = $1", [blocked, org]);
    await db.owner("update private.offers set org_id = $2 where id = $1", [own, who]);
    expect(await send(db, 1)).toBe(0);
    expect(await told(db, who)).toEqual([]);
  });

  test("S29 alerts come between 9 and 20 h of the user's own time", async () => {
    const who = await subscriber(saved("Travel", { category: "travel" }));
    await db.update(who, "accounts", who, { time_zone: "Asia/Tokyo" });
    await publish("Night map", 0.5);
    // 21 h, and then 9 h in Tokyo.
    expect(await send(db, 1)).toBe(0);
    expect(await send(db, 1.5 - MINUTE)).toBe(0);
    expect(await send(db, 1.5)).toBe(1);
    expect(await told(db, who)).toHaveLength(1);
  });

  test("S29 skips suspended users, former testers, and those with all channels off", async () => {
    const travel = () => subscriber(saved("Travel", { category: "travel" }));
    const [suspended, developer, quiet, noPush] = [await travel(), await travel(), await travel(), await travel()];
    await db.owner("update public.profiles set status = 'suspended' where id = $1", [suspended]);
    await db.owner("update public.profiles set role = 'developer' where id = $1", [developer]);
    const off = (who: string, ...channels: string[]) =>
      db.update(who, "accounts", who, { notification_preferences: { new_tests: channels } });
    await off(quiet, "in_app", "push", "email");
    await off(noPush, "in_app", "push");
    await publish("Night map", 0.5);
    expect(await send(db, 1)).toBe(1);
    const mails = await db.owner("select user_id, channel from private.deliveries where kind = 'new_tests'");
    expect(mails).toEqual([{ user_id: noPush, channel: "email" }]);
    for (const who of [suspended, developer, quiet, noPush]) expect(await told(db, who)).toEqual([]);
  });

  test("S29 an alert is planned while one is switched on, and for a day later", async () => {
    const who = await person(db, "tester");
    const [on, off] = [saved("Maps", { q: "map" }), saved("Games", { q: "game" }, false)];
    await save(who, off);
    expect(await planned(db, who)).toEqual([]);
    await save(who, off, on);
    const [first] = await planned(db, who);
    expect(new Date(first?.due_at ?? 0).getTime() - new Date(first?.since ?? 0).getTime()).toBe(86_400_000);
    await db.owner("update private.search_alerts set due_at = now() where person_id = $1", [who]);
    const [before] = await planned(db, who);
    await save(who, { ...off, alert: true }, on);
    expect(await planned(db, who)).toEqual([before]);
    await save(who, { ...on, alert: false });
    expect(await planned(db, who)).toEqual([]);
  });

  test("B9 a deleted account gets no alerts", async () => {
    const who = await subscriber(saved("Maps", { q: "map" }));
    await db.owner("delete from auth.users where id = $1", [who]);
    expect(await planned(db, who)).toEqual([]);
    expect(await db.row("accounts", who)).toMatchObject({ saved_searches: [] });
  });

  test("S29 counts stop at a hundred, and alerts cover at most the last week", async () => {
    const who = await subscriber(saved("Travel", { category: "travel" }));
    await publish("Night map", 0.5);
    await db.withoutMoves(
      `insert into public.campaigns (id, developer_id, org_id, title, description, category, platform, start_date, end_date, max_testers, status, published_at)
       select gen_random_uuid(), developer_id, org_id, title || n, description, category, platform, start_date, end_date, max_testers, status, published_at
       from public.campaigns c, generate_series(1, 120) n where c.id in (select id from private.offers)`,
    );
    await db.owner("update private.offers set published_at = $1", [at(1)]);
    await db.owner("update private.search_alerts set due_at = $2 where person_id = $1", [who, at(9)]);
    expect(await send(db, 9)).toBe(0);
    await db.owner("update private.offers set published_at = $1", [at(9)]);
    expect(await send(db, 10)).toBe(1);
    expect((await told(db, who))[0]?.data).toMatchObject({ tests: 100 });
  });

  test("S29 a run has a limit of users, and a failure delays no other user", async () => {
    const people = [];
    for (let n = 0; n < 3; n += 1) people.push(await subscriber(saved("Travel", { category: "travel" })));
    await publish("Night map", 0.5);
    expect(await send(db, 1, 2)).toBe(2);
    expect(await send(db, 1, 2)).toBe(1);
    const [broken, whole] = [people[0] ?? "", people[1] ?? ""];
    await publish("Other map", 1.5);
    await db.withoutMoves(
      `alter table public.notifications add constraint broken check (user_id <> '${broken}' or kind <> 'new_tests') not valid`,
    );
    expect(await send(db, 2)).toBe(2);
    expect(await told(db, whole)).toHaveLength(2);
    await db.withoutMoves("alter table public.notifications drop constraint broken");
    expect(await send(db, 2 + HOUR)).toBe(1);
    expect(await told(db, broken)).toHaveLength(2);
  });

  test("S8 a saved search sends the same request as the screen", async () => {
    const phone = (platform: string, os: string): Device => ({ id: randomUUID(), name: "Mine", platform, os });
    const lists = [[], [phone("Android", "16")], [phone("", "iOS 19"), phone("macos", ""), phone("Amiga", "3")]];
    const searches: TestSearch[] = [
      { q: "map", category: "travel" },
      { platform: "web" },
      { mine: true },
      { mine: true, platform: "ios" },
      { mine: true, platform: "android", spots: true },
      { reward: 500, currency: "EUR", days: 7, hide: true },
      { instant: true },
    ];
    for (const devices of lists) {
      for (const search of searches) {
        const [row] = await db.owner<{ request: unknown }>(
          "select private.saved_search_request($1::jsonb, $2::jsonb) as request",
          [JSON.stringify(search), JSON.stringify(devices)],
        );
        const { sort: _, ...wanted } = requestOf(search, platformsOf(devices));
        expect({ search, request: row?.request }).toEqual({ search, request: wanted });
      }
    }
  });
});
