import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { ruleEngines } from "../fixtures/engines.ts";
import { long } from "../fixtures/long.ts";
import type { Row } from "../fixtures/sql/database.ts";
import { call } from "../fixtures/sql/organizations.ts";
import { apply, campaign, newApp, person, report } from "../fixtures/sql/rows.ts";
import { setUpDatabase, setUpPeople } from "../fixtures/sql/scenario.ts";

interface Page {
  rows: Row[];
  next: object | null;
  total: number | null;
}

describe.each(ruleEngines)("paged lists for admins on %s", (kind) => {
  const db = setUpDatabase(kind);
  const { dev, tester, admin } = setUpPeople(db);

  const ask = (fn: string, request: object) =>
    call<Page>(db, admin, `public.${fn}($1::jsonb)`, [JSON.stringify(request)]);
  async function all(fn: string, request: object): Promise<Row[]> {
    const rows: Row[] = [];
    for (let after: object | null = null; ; ) {
      const page: Page = await ask(fn, { ...request, after });
      rows.push(...page.rows);
      expect(page.total === null).toBe(after !== null);
      after = page.next;
      if (!after) return rows;
    }
  }
  const names = async (request: object) => (await all("admin_users", request)).map(({ name }) => name);

  test("C6 S24 users are found by words of name and address, and filtered", async () => {
    const id = await person(db, "tester", { name: "Álvaro Núñez" });
    const email = (await db.row<{ email: string }>("profiles", id)).email;
    expect(await names({ search: "alv nunez" })).toEqual(["Álvaro Núñez"]);
    expect(await names({ search: email.toUpperCase() })).toEqual(["Álvaro Núñez"]);
    expect(await names({ search: "alvaro", role: "developer" })).toEqual([]);
    expect(await names({ search: "alvaro", status: "suspended" })).toEqual([]);
    await db.owner("update public.profiles set status = 'suspended', name = 'Alba Nube' where id = $1", [id]);
    expect(await names({ search: "alvaro" })).toEqual([]);
    expect(await names({ search: "alba", status: "suspended" })).toEqual(["Alba Nube"]);
    await db.owner("update public.profiles set _deleted = true where id = $1", [id]);
    expect(await names({ search: "alba" })).toEqual([]);
  });

  test("S24 every sort order lists each user once, page by page, in both directions", async () => {
    for (let n = 0; n < 9; n++) await person(db, n % 2 ? "tester" : "developer", { name: `Person ${n % 3}` });
    const everybody = await db.owner<{ id: string }>(
      "select id::text from public.profiles where not _deleted order by 1",
    );
    for (const sort of ["name", "email", "role", "status", "joined", "active"]) {
      const [up, down] = await Promise.all(
        ["asc", "desc"].map((direction) => all("admin_users", { sort, direction, limit: 4 })),
      );
      expect(up?.map(({ id }) => id).sort()).toEqual(everybody.map(({ id }) => id));
      expect(down?.map(({ id }) => id)).toEqual(up?.map(({ id }) => id).reverse());
    }
    for (const wrong of [{ sort: "karma" }, { role: "boss" }, { after: { id: "x", key: "y" } }, { limit: "many" }])
      await expect(ask("admin_users", wrong)).rejects.toMatchObject({ code: "invalid" });
    await expect(
      ask("admin_users", { sort: "joined", after: { id: randomUUID(), key: "not a time" } }),
    ).rejects.toMatchObject({ code: "invalid" });
  });

  test("S24 the projections contain exactly the table's rows", async () => {
    expect(
      await db.owner(
        `select coalesce(p.id, o.id) as id from (select * from public.profiles where not _deleted) p full join private.people o on o.id = p.id
         where p.id is null or o.id is null or row(o.email, o.role, o.status, o.joined_at) is distinct from row(lower(p.email), p.role, p.status, p.created_at::timestamptz)`,
      ),
    ).toEqual([]);
    expect(
      await db.owner(
        `select 1 from (select * from public.activity where not _deleted) a full join private.activity_words w on w.id = a.id where a.id is null or w.id is null`,
      ),
    ).toEqual([]);
  });

  test("R4 the log is searched by names, values, action labels and time, newest first", async () => {
    await call(db, admin, "public.admin_change_user($1, $2::jsonb)", [
      tester,
      JSON.stringify({ name: "Tess Renamed" }),
    ]);
    const edited = await all("admin_activity", { action: "user_edited", limit: 1 });
    expect(edited).toMatchObject([{ action: "user_edited", details: { to: "Tess Renamed", from: "Tess Tries" } }]);
    const found = await all("admin_activity", { search: "renam" });
    expect(found).toEqual(edited);
    const named = await all("admin_activity", { search: "cambió", named: ["user_edited", "role_changed"] });
    expect(named.map(({ action }) => action)).toContain("user_edited");
    expect(await all("admin_activity", { search: "cambió", named: ["user_edited"], action: "registered" })).toEqual([]);
    const whole = await all("admin_activity", { limit: 3 });
    expect(whole).toHaveLength(await db.count(admin, "activity", "not _deleted"));
    const newest = String(whole[0]?.created_at);
    expect(await all("admin_activity", { until: newest })).not.toContainEqual(whole[0]);
    expect(await all("admin_activity", { since: newest })).toContainEqual(whole[0]);
    expect(await all("admin_activity", { since: newest, until: newest })).toEqual([]);
    await expect(ask("admin_activity", { since: "soon" })).rejects.toMatchObject({ code: "invalid" });
    const times = whole.map(({ created_at }) => String(created_at));
    expect(times).toEqual([...times].sort().reverse());
    await expect(ask("admin_activity", { action: "x' or true" })).rejects.toMatchObject({ code: "invalid" });
  });

  test("S24 a user's page has their organizations, tests, reports, money, flags and activity", async () => {
    const [someone, other] = [await person(db, "tester", { name: "Sol Some" }), await person(db, "tester")];
    const details = () => call<Row>(db, admin, "public.admin_user_details($1)", [someone]);
    const list = (kind: string, of = someone, more = {}) =>
      all("admin_user_list", { user_id: of, list: kind, ...more });
    expect(await details()).toMatchObject({
      name: "Sol Some",
      role: "tester",
      organizations: [],
      reports: {},
      money: [],
    });
    expect(await call(db, admin, "public.admin_user_details($1)", [randomUUID()])).toBeNull();
    for (const kind of ["tests", "campaigns", "reports", "payouts", "flags"]) expect(await list(kind)).toEqual([]);

    const tests: string[] = [];
    for (let n = 0; n < 3; n++) {
      const test = await campaign(db, dev, { title: `Window test ${n}` });
      tests.unshift(test);
      await apply(db, test, someone);
    }
    const approved = await report(db, tests[0] ?? "", someone, { summary: "It falls over" });
    await report(db, tests[1] ?? "", someone, { summary: "It stays up" });
    await report(db, tests[1] ?? "", someone, { status: "draft", summary: "Nobody's business" });
    await apply(db, tests[1] ?? "", other);
    await report(db, tests[1] ?? "", other, { summary: "Not theirs" });
    await db.update(dev, "feedback", approved, { status: "approved", usefulness: 4 });
    await db.insert(dev, "flags", {
      ...{ id: randomUUID(), reporter_id: dev, content_type: "feedback", content_id: approved, reason: "Rude" },
    });
    await db.insert(someone, "flags", {
      ...{ id: randomUUID(), reporter_id: someone, content_type: "campaign", content_id: tests[0], reason: "Fake" },
    });
    await call(db, admin, "public.admin_change_user($1, $2::jsonb)", [
      someone,
      JSON.stringify({ name: "Sol Someone" }),
    ]);

    expect(await details()).toMatchObject({
      ...{ name: "Sol Someone", reports: { approved: 1, submitted: 1 } },
      money: [{ currency: "USD", earned_cents: 1500, requested_cents: 0, paid_cents: 0 }],
    });
    // Page by page, each once.
    expect((await list("tests", someone, { limit: 1 })).map((row) => row.campaign_id).sort()).toEqual(
      [...tests].sort(),
    );
    expect(await list("reports", someone, { limit: 1 })).toMatchObject([
      { summary: "It stays up", status: "submitted", amount_cents: null },
      { summary: "It falls over", status: "approved", amount_cents: 1500, currency: "USD" },
    ]);
    expect((await list("flags")).map(({ reason }) => reason)).toEqual(["Fake", "Rude"]);
    expect((await list("flags", dev)).map(({ reason }) => reason)).toEqual(["Fake", "Rude"]);
    expect(await list("activity")).toMatchObject([
      { action: "user_edited", actor_id: admin, target_type: "profile", target_id: someone },
      { action: "registered" },
    ]);
    expect((await list("activity", admin)).map(({ action }) => action)).toContain("user_edited");
    const owned = await list("campaigns", dev, { limit: 2 });
    expect(owned.map(({ id }) => id)).toEqual(expect.arrayContaining(tests));
    expect(owned).toHaveLength(await db.count(dev, "campaigns", "not _deleted"));
    for (const wrong of [
      { user_id: someone },
      { user_id: "x", list: "reports" },
      { user_id: someone, list: "briefs" },
      { user_id: someone, list: "reports", after: { id: someone, key: "never" } },
      { user_id: someone, list: "activity", after: { id: someone, key: "never" } },
      { user_id: someone, list: "reports", limit: "many" },
    ])
      await expect(ask("admin_user_list", wrong)).rejects.toMatchObject({ code: "invalid" });
    for (const nobody of [dev, someone])
      await expect(call(db, nobody, "public.admin_user_details($1)", [someone])).rejects.toMatchObject({
        code: "forbidden",
      });
  });

  test("S24 a developer's page has the reports and money of owned organizations, and role changes", async () => {
    const boss = await person(db, "developer", { name: "Bea Boss" });
    const [first, second] = [await person(db, "tester", { name: "Tom First" }), await person(db, "tester")];
    const details = (of = boss) => call<Row>(db, admin, "public.admin_user_details($1)", [of]);
    const received = (more = {}) => all("admin_user_list", { user_id: boss, list: "received", ...more });
    expect(await details()).toMatchObject({ received: { reports: 0, waiting: 0 }, granted: [], role_changes: [] });
    expect(await received()).toEqual([]);
    const test = await campaign(db, boss);
    const yen = await campaign(db, boss, { currency: "JPY", reward_amount_cents: 200 });
    const approve = async (of: string, by: string, summary: string) => {
      await apply(db, of, by);
      const id = await report(db, of, by, { summary });
      await db.update(boss, "feedback", id, { status: "approved", usefulness: 4 });
    };
    for (const who of [first, second]) await db.update(who, "accounts", who, { paypal_email: "me@example.test" });
    await approve(test, first, "Paid report");
    await db.insert(first, "payouts", { id: randomUUID(), tester_id: first, currency: "USD" });
    await db.update(
      admin,
      "payouts",
      String((await db.owner("select id from public.payouts where tester_id = $1", [first]))[0]?.id),
      {
        status: "paid",
      },
    );
    await approve(test, second, "Requested report");
    await db.insert(second, "payouts", { id: randomUUID(), tester_id: second, currency: "USD" });
    await approve(yen, second, "Owed report");
    await apply(db, yen, first);
    await report(db, yen, first, { summary: "To review" });
    await report(db, yen, first, { status: "draft", summary: "Nobody's business" });
    expect(await details()).toMatchObject({
      received: { reports: 4, waiting: 1 },
      granted: [
        { currency: "JPY", owed_cents: 200, requested_cents: 0, paid_cents: 0 },
        { currency: "USD", owed_cents: 1500, requested_cents: 1500, paid_cents: 1500 },
      ],
      ...{ money: [], reports: {} },
    });
    expect(await received({ limit: 1 })).toMatchObject([
      { summary: "To review", status: "submitted", tester_id: first, tester_name: "Tom First", amount_cents: null },
      { summary: "Owed report", status: "approved", amount_cents: 200, currency: "JPY" },
      { summary: "Requested report", amount_cents: 1500 },
      { summary: "Paid report", amount_cents: 1500 },
    ]);
    // A member sees the reports; the money belongs to the owner.
    const org = (await db.row("campaigns", test)).org_id;
    await db.owner("insert into public.organization_members (org_id, user_id, role) values ($1, $2, 'viewer')", [
      ...[String(org), dev],
    ]);
    const mine = await all("admin_user_list", { user_id: dev, list: "received" });
    expect(mine.map(({ summary }) => summary)).toContain("To review");
    // The figures and the list agree.
    expect((await details(dev)).received).toMatchObject({
      reports: mine.length,
      waiting: mine.filter(({ status }) => status === "submitted").length,
    });
    expect(JSON.stringify((await details(dev)).granted)).not.toContain("JPY");
    // Role changes that they made to others do not appear.
    for (const [who, by] of [
      [boss, "Bad times"],
      [second, "Worse times"],
    ] as const) {
      await db.owner("select public.set_user_role($1, 'admin', $2)", [who, admin]);
      await call(db, admin, "public.admin_change_user($1, $2::jsonb)", [
        who,
        JSON.stringify({ role: "developer", reason: by }),
      ]);
    }
    expect((await details()).role_changes).toMatchObject([
      { action: "role_changed", actor_id: admin, details: { from: "admin", to: "developer", reason: "Bad times" } },
      { action: "role_changed", actor_id: admin, details: { from: "developer", to: "admin" } },
    ]);
    expect(((await details(admin)).role_changes as Row[]).filter(({ actor_id }) => actor_id === admin)).toEqual([]);
  });

  test("S24 R4 an admin sees a user's logins, and ends one with a reason that the user and the log show", async () => {
    const someone = await person(db, "tester", { name: "Lou Lost" });
    const [phone, desk] = [randomUUID(), randomUUID()];
    for (const [id, agent] of [
      [phone, "Phone"],
      [desk, "Desk"],
    ] as const)
      await db.owner("insert into auth.sessions (id, user_id, user_agent, created_at) values ($1, $2, $3, now())", [
        ...[id, someone, agent],
      ]);
    const listed = async () =>
      (await call<Row[]>(db, admin, "public.admin_user_sessions($1)", [someone])).map(({ id }) => id).sort();
    const end = (id: string, reason: string, by = admin) =>
      call<boolean>(db, by, "public.admin_end_session($1, $2)", [id, reason]);
    expect(await listed()).toEqual([phone, desk].sort());
    await expect(end(phone, "  ")).rejects.toMatchObject({ code: "reason_required" });
    await expect(end(phone, "x".repeat(1001))).rejects.toMatchObject({ code: "invalid" });
    for (const by of [someone, dev]) {
      await expect(end(phone, "Mine", by)).rejects.toMatchObject({ code: "forbidden" });
      await expect(call(db, by, "public.admin_user_sessions($1)", [someone])).rejects.toMatchObject({
        code: "forbidden",
      });
    }
    expect(await listed()).toHaveLength(2);
    const why = `Stolen phone. ${"x".repeat(900)}`;
    expect(await end(phone, ` ${why} `)).toBe(true);
    expect(await end(phone, why)).toBe(false);
    expect(await listed()).toEqual([desk]);
    const told = "select kind, data ->> 'reason' as reason from public.notifications where user_id = $1";
    expect(await db.query(someone, told, [someone])).toEqual([{ kind: "session_ended", reason: why.slice(0, 400) }]);
    expect(
      (await all("admin_activity", { action: "session_ended" })).map(({ details, ...rest }) => [rest, details]),
    ).toEqual([
      [
        expect.objectContaining({ actor_id: admin, target_type: "profile", target_id: someone }),
        { name: "Lou Lost", reason: why },
      ],
    ]);
  });

  test("S24 the current session ends by logging out only", async () => {
    const session_id = randomUUID();
    await db.owner("insert into auth.sessions (id, user_id) values ($1, $2)", [session_id, admin]);
    const end = db.as(admin, async (inner) => {
      const claims = { sub: admin, role: "authenticated", session_id };
      await inner.query("select set_config('request.jwt.claims', $1, true)", [JSON.stringify(claims)]);
      return inner.query("select public.admin_end_session($1, 'Me')", [session_id]);
    });
    await expect(end).rejects.toMatchObject({ code: "invalid" });
    expect(await db.owner("select 1 from auth.sessions where id = $1", [session_id])).toHaveLength(1);
    await db.owner("delete from auth.sessions where id = $1", [session_id]);
  });

  test("S24 T8 finds all campaigns and apps by words and status, including drafts and hidden ones, each once", async () => {
    const draft = await campaign(db, dev, { title: "Zanzibar draft", status: "draft" });
    const open = await campaign(db, dev, { title: "Zanzibar open" });
    const app = await newApp(db, dev, { title: "Zanzibar app" });
    const titles = async (fn: string, request: object) =>
      (await all(fn, { limit: 1, ...request })).map(({ title }) => title);
    expect(await titles("admin_campaigns", { search: "zanzi" })).toEqual(["Zanzibar open", "Zanzibar draft"]);
    expect(await titles("admin_campaigns", { search: "zanzi", status: "draft" })).toEqual(["Zanzibar draft"]);
    expect(await titles("admin_campaigns", { status: "hidden" })).toEqual([]);
    await db.owner("update public.campaigns set hidden = true, title = 'Zanzibar hidden' where id = $1", [open]);
    expect(await titles("admin_campaigns", { search: "zanzi", status: "hidden" })).toEqual(["Zanzibar hidden"]);
    expect(await titles("admin_campaigns", { search: "zanzi", status: "active" })).toEqual(["Zanzibar hidden"]);
    expect(await titles("admin_apps", { search: "zanzi", status: "draft" })).toEqual(["Zanzibar app"]);
    expect(await titles("admin_apps", { search: "zanzi", status: "published" })).toEqual([]);
    for (const [fn, table] of [
      ["admin_campaigns", "campaigns"],
      ["admin_apps", "apps"],
    ] as const) {
      expect((await all(fn, { limit: 7 })).map(({ id }) => id).sort()).toEqual(
        (await db.owner<{ id: string }>(`select id::text from public.${table} where not _deleted order by 1`)).map(
          ({ id }) => id,
        ),
      );
      await expect(ask(fn, { status: "secret" })).rejects.toMatchObject({ code: "invalid" });
    }
    await db.owner("update public.campaigns set _deleted = true where id = $1", [draft]);
    await db.owner("update public.apps set _deleted = true where id = $1", [app]);
    expect(await titles("admin_campaigns", { search: "zanzibar draft" })).toEqual([]);
    expect(await titles("admin_apps", { search: "zanzi" })).toEqual([]);
  });

  test("S24 S26 a campaign and an app come with their terms, reports by status, and flags", async () => {
    const [test, app] = [
      await campaign(db, dev, { title: "Told in full", reward_amount_cents: 1700, max_testers: 9 }),
      await newApp(db, dev, { title: "App in full" }),
    ];
    const other = await campaign(db, dev);
    const someone = await person(db, "tester");
    for (const id of [test, other]) await apply(db, id, someone);
    const approved = await report(db, test, someone);
    await report(db, test, someone);
    await report(db, test, someone, { status: "draft" });
    await report(db, other, someone);
    await db.update(dev, "feedback", approved, { status: "approved", usefulness: 4 });
    const flag = randomUUID();
    await db.insert(someone, "flags", {
      ...{ id: flag, reporter_id: someone, content_type: "campaign", content_id: test, reason: "Too good" },
    });
    const of = (fn: string, id: string, by = admin) => call<Row>(db, by, `public.${fn}($1)`, [id]);
    expect(await of("admin_campaign_details", test)).toMatchObject({
      ...{ id: test, title: "Told in full", developer_id: dev, reward_amount_cents: 1700, currency: "USD" },
      ...{ testers_joined: 1, max_testers: 9, reports: 2, reports_by_status: { approved: 1, submitted: 1 } },
      flags: [{ id: flag, reason: "Too good", status: "pending" }],
    });
    expect(await of("admin_app_details", app)).toMatchObject({
      id: app,
      title: "App in full",
      status: "draft",
      flags: [],
    });
    for (const fn of ["admin_campaign_details", "admin_app_details"]) {
      expect(await of(fn, randomUUID())).toBeNull();
      for (const by of [dev, someone]) await expect(of(fn, test, by)).rejects.toMatchObject({ code: "forbidden" });
    }
  });

  test("S24 counts stop at a thousand", async () => {
    await db.withoutMoves(
      "insert into public.activity (action, details) select 'registered', jsonb_build_object('title', 'Many ' || n) from generate_series(1, 1500) n",
    );
    expect((await ask("admin_activity", {})).total).toBe(1001);
    expect((await ask("admin_activity", { search: "1499" })).total).toBe(1);
    await db.owner(
      "insert into public.contact_messages (id, name, email, message) select gen_random_uuid(), 'Vera', 'v@example.test', 'Hello' from generate_series(1, 1200)",
    );
    expect((await ask("admin_messages", { show: "all" })).total).toBe(1001);
  });

  describe("files", () => {
    const store = (owner: string, ...names: string[]) =>
      db.withoutMoves(
        `insert into public.files (id, owner_id, file_name, size_bytes, content_type, uploaded_at)
         select gen_random_uuid(), $1, name, n * 10, 'text/plain', timestamptz '2026-01-01' + n * interval '1 day'
         from unnest(string_to_array($2, '|')) with ordinality f (name, n)`,
        [owner, names.join("|")],
      );
    const entries = async (request: object) =>
      (await all("admin_files", { owner: dev, ...request })).map(({ name }) => name);

    beforeAll(async () => {
      await store(dev, "b.txt", "Año/uno.txt", "Año/dos/tres.txt", "a10.txt", "a9.txt", "app-content/logo.png");
      await store(admin, "mine.txt");
    });

    test("S22 C9 a listing has folders first, with counts of their contents, in every sort order", async () => {
      for (const limit of [1, 2, 50]) {
        expect(await entries({ limit })).toEqual(["Año", "app-content", "a9.txt", "a10.txt", "b.txt"]);
        expect(await entries({ limit, sort: "size", direction: "desc" })).toEqual([
          ...["app-content", "Año", "a9.txt", "a10.txt", "b.txt"],
        ]);
        expect(await entries({ limit, sort: "date" })).toEqual(["Año", "app-content", "b.txt", "a10.txt", "a9.txt"]);
        expect(await entries({ limit, sort: "type", direction: "desc" })).toHaveLength(5);
      }
      const { rows, ...rest } = await ask("admin_files", { owner: dev });
      expect(rows[0]).toEqual({ name: "Año", files: 2, size: 50, at: "2026-01-04T00:00:00.000Z", file: null });
      expect(rows[4]).toMatchObject({ name: "b.txt", files: 1, file: { file_name: "b.txt", owner_id: dev } });
      expect(rest).toEqual({
        ...{ next: null, total: 5, owner: dev, path: "", search: "", file: null, files: 6 },
        ...{ bytes: 210, preserved: 1, owner_name: (await db.row("profiles", dev)).name },
      });
    });

    test("S22 a search includes everything below the folder, and shows each file's path", async () => {
      expect(await entries({ path: "Año" })).toEqual(["dos", "uno.txt"]);
      expect(await entries({ search: "ano TXT" })).toEqual(["Año/dos/tres.txt", "Año/uno.txt"]);
      expect(await entries({ search: "es", path: "Año" })).toEqual(["dos/tres.txt"]);
      expect(await entries({ search: "nothing" })).toEqual([]);
      expect(await entries({ path: "nowhere" })).toEqual([]);
      expect(await ask("admin_files", { owner: dev, path: "Año/dos/tres.txt" })).toMatchObject({
        ...{ path: "Año/dos", file: { file_name: "Año/dos/tres.txt" }, rows: [{ name: "tres.txt" }] },
      });
      for (const wrong of [
        ...[{ owner: "x" }, { owner: null }, { sort: "owner" }, { path: "../up" }, { after: { id: "x" } }],
        { limit: "many" },
      ])
        await expect(ask("admin_files", { owner: dev, ...wrong })).rejects.toMatchObject({ code: "invalid" });
    });

    test("S22 R4 finds owners of files by their current names", async () => {
      const owners = async (search: string) => (await all("admin_file_owners", { search, limit: 1 })).map((o) => o.id);
      expect((await owners("")).sort()).toEqual([dev, admin].sort());
      await db.owner("update public.profiles set name = 'Ávila Renamed' where id = $1", [dev]);
      expect(await owners("avil")).toEqual([dev]);
      const shown = await db.query<{ id: string }>(
        admin,
        "select distinct owner_id::text as id from public.files where not _deleted order by 1",
      );
      expect((await owners("")).sort()).toEqual(shown.map(({ id }) => id));
      await db.owner("update public.files set _deleted = true where owner_id = $1", [admin]);
      expect(await owners("")).toEqual([dev]);
    });
  });

  test("S26 T8 finds flags and payouts by words, each once, as policies allow", async () => {
    const id = randomUUID();
    const about = await campaign(db, dev, { title: "Qué pena" });
    await db.insert(tester, "flags", {
      ...{ id, reporter_id: tester, content_type: "campaign", content_id: about, reason: "Rude words" },
    });
    expect(await all("admin_flags", { search: "pen rud" })).toMatchObject([{ id, reason: "Rude words" }]);
    expect(await all("admin_flags", { search: "ude" })).toEqual([]);
    await db.update(admin, "flags", id, { status: "dismissed", resolution: "Harmless" });
    expect(await all("admin_flags", { search: "harmless", show: "dismissed" })).toHaveLength(1);
    expect(await all("admin_flags", { search: "harmless", show: "resolved" })).toEqual([]);
    await db.withoutMoves(
      `insert into public.payouts (id, tester_id, tester_name, paypal_email, currency, status)
       select gen_random_uuid(), $1, 'Payee', 'payee@paypal.test', 'USD', 'paid' from generate_series(1, 7)`,
      [tester],
    );
    for (const [fn, table] of [
      ["admin_flags", "flags"],
      ["admin_payouts", "payouts"],
    ] as const) {
      const listed = (await all(fn, { limit: 2 })).map((row) => row.id);
      const shown = await db.query<{ id: string }>(admin, `select id::text from public.${table} where not _deleted`);
      expect(listed.sort()).toEqual(shown.map((row) => row.id).sort());
    }
  });

  test("S24 no list scans a table, neither for its first page nor for a deep one", long, async () => {
    if (kind !== "postgres") return;
    const big = 10_000;
    await db.withoutMoves(
      `insert into public.flags (id, reporter_id, content_type, content_id, content_title, reason, status)
       select gen_random_uuid(), $1, 'app', gen_random_uuid(), 'Title ' || n, 'Reason', case when n % 100 = 0 then 'resolved' else 'dismissed' end
       from generate_series(1, ${big}) n`,
      [tester],
    );
    await db.withoutMoves(
      `insert into public.payouts (id, tester_id, tester_name, paypal_email, currency, status)
       select gen_random_uuid(), $1, 'Payee ' || n, 'p@paypal.test', 'USD', 'paid' from generate_series(1, ${big}) n`,
      [tester],
    );
    await db.owner(
      `insert into public.sync_rejections (at, user_id, collection, row_id, code, message)
       select now() - n * interval '1 minute', $1, case when n % 3 = 0 then 'apps' else 'feedback' end, 'row', case when n % 50 = 0 then 'rare' else 'invalid' end, 'No'
       from generate_series(1, ${big}) n`,
      [tester],
    );
    await db.owner(
      `insert into public.contact_messages (id, name, email, message, created_at, done_at)
       select gen_random_uuid(), 'Vera', 'v@example.test', 'Hello', now() - n * interval '1 minute', case when n % 50 > 0 then now() end
       from generate_series(1, ${big}) n`,
    );
    await db.owner(
      "insert into private.owner_ids (id, kind) select md5(n::text)::uuid, 'team' from generate_series(0, 2999) n",
    );
    await db.withoutMoves(
      `insert into public.files (id, owner_id, file_name) select gen_random_uuid(), md5((n % 3000)::text)::uuid, 'file ' || n from generate_series(1, ${big}) n`,
    );
    const tables =
      "flags,payouts,sync_rejections,contact_messages,files,flag_words,payout_words,file_owners,campaign_words,app_words,activity_words,feedback,applications,campaigns".split(
        ",",
      );
    await db.owner(
      "analyze public.flags, public.payouts, public.sync_rejections, public.contact_messages, public.files, private.flag_words, private.payout_words, private.file_owners",
    );
    const read = async () => {
      await db.owner("select pg_stat_force_next_flush()");
      const [all] = await db.owner<{ n: number }>(
        "select sum(coalesce(seq_tup_read, 0))::int as n from pg_stat_user_tables where relname = any (string_to_array($1, ','))",
        [tables.join(",")],
      );
      return all?.n ?? 0;
    };
    for (const [fn, ...requests] of [
      ["admin_flags", {}, { search: "title" }, { search: String(big - 1) }, { show: "resolved" }],
      ["admin_payouts", {}, { search: "payee", show: "failed" }],
      ["admin_rejections", {}, { code: "rare" }, { collection: "apps" }, { collection: "apps", code: "rare" }],
      ["admin_messages", { show: "all" }, { show: "open" }, { show: "done" }, { show: "all", search: "vera" }],
      ["admin_file_owners", {}, { search: "nobody" }],
      ["admin_files", { owner: dev }, { owner: dev, search: "ano" }],
      [
        "admin_user_list",
        ...["payouts", "flags", "activity", "reports", "tests"].map((list) => ({ user_id: tester, list })),
      ],
      ["admin_user_list", { user_id: dev, list: "campaigns" }, { user_id: dev, list: "received" }],
      ["admin_campaigns", {}, { search: "zanzibar" }, { status: "draft" }, { status: "hidden" }],
      ["admin_apps", {}, { search: "zanzibar", status: "draft" }],
    ] as [string, ...object[]][])
      for (const request of requests) {
        const before = await read();
        let page = await ask(fn, request);
        for (let n = 0; n < 12 && page.next; n++) page = await ask(fn, { ...request, after: page.next });
        expect((await read()) - before, `${fn} ${JSON.stringify(request)}`).toBe(0);
      }
    // A deep page starts at the end of the previous one and reads its own rows only.
    const deep = await db.owner<Record<string, string>>(
      "explain select r.id, r.at as key from public.sync_rejections r where (r.at, r.id) < (now() - interval '20 days', 5) order by r.at desc, r.id desc limit 51",
    );
    expect(JSON.stringify(deep)).toMatch(/Index Cond: \(ROW\(at, id\) </);
  });

  describe("the figures of a large marketplace", () => {
    const figures = () => call<Row>(db, admin, "public.admin_numbers()");
    beforeAll(async () => {
      await db.owner("select private.keep_totals()");
    });

    test("S23 combine last night's totals with newer rows", async () => {
      const ended = await campaign(db, dev);
      await db.owner("select private.keep_totals()");
      const newcomer = await person(db, "tester");
      await person(db, "developer", { status: "inactive" });
      const open = await campaign(db, dev);
      await apply(db, open, newcomer);
      await report(db, open, newcomer);
      await db.update(dev, "campaigns", ended, { status: "completed" });
      await db.update(dev, "campaigns", await campaign(db, dev), { status: "completed" });
      await db.insert(tester, "flags", {
        ...{ id: randomUUID(), reporter_id: tester, content_type: "campaign", content_id: open, reason: "Spam" },
      });
      const exact = await figures();
      const threshold = (n: number) =>
        db.owner(
          `create or replace function private.large_table() returns int language sql immutable set search_path = '' as $$ select ${n} $$`,
        );
      await threshold(2);
      expect(await figures()).toEqual(exact);
      // Counted in the previous month, because this month's counts are reset minutes after
      // midnight.
      await db.owner(
        'update private.admin_totals set counted_at = date_trunc(\'month\', now() at time zone \'utc\') at time zone \'utc\' - interval \'1 second\', numbers = \'{"users": 0, "users_month": 99, "testers": 0, "developers": 0, "admins": 0, "active": 0, "active_month": 99, "completed": 0, "completed_month": 99, "reports_month": 99, "flagged_month": 99}\'',
      );
      expect(await figures()).toMatchObject({ users_month: exact.users_month, reports_month: exact.reports_month });
      await threshold(20000);
    });

    test("S23 include the eight newest entries of the log", async () => {
      const { recent } = (await figures()) as { recent: Row[] };
      const { rows } = await ask("admin_activity", { limit: 8 });
      expect(recent).toEqual(rows);
      expect(recent).toHaveLength(8);
    });
  });
});
