import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ruleEngines } from "../fixtures/engines.ts";
import type { Row } from "../fixtures/sql/database.ts";
import { rejection } from "../fixtures/sql/rejection.ts";
import { apply, campaign, instant, newApp, newRelease, person, report } from "../fixtures/sql/rows.ts";
import { setUpDatabase, setUpPerson } from "../fixtures/sql/scenario.ts";

describe.each(ruleEngines)("%s", (kind) => {
  const db = setUpDatabase(kind);
  const dev = setUpPerson(db, "developer");

  const exported = async <T>(who: string, request: object): Promise<T> => {
    const [row] = await db.query<{ answer: T }>(who, "select public.export_own_data($1::jsonb) as answer", [
      JSON.stringify(request),
    ]);
    if (!row) throw new Error("no answer");
    return row.answer;
  };
  const parts = async (who: string) =>
    Object.fromEntries(
      (await exported<{ parts: { part: string; rows: number }[] }>(who, {})).parts.map((p) => [p.part, p.rows]),
    );
  interface Page {
    rows: Row[];
    next: string | null;
  }

  test("B9 P2 an export has exactly the user's own rows", async () => {
    const [tester, other] = [await person(db, "tester"), await person(db, "tester")];
    const id = await campaign(db, dev);
    for (const who of [tester, other]) await apply(db, id, who);
    const [mine, theirs] = [await report(db, id, tester), await report(db, id, other)];
    for (const [author, feedback_id, body] of [
      [tester, mine, "Mine"],
      [dev, mine, "The developer's"],
      [other, theirs, "Theirs"],
    ] as const) {
      const captured_at = instant(0);
      await db.insert(author, "comments", { id: randomUUID(), feedback_id, author_id: author, body, captured_at });
    }
    await db.update(dev, "feedback", mine, { status: "approved", usefulness: 4 });
    expect(await parts(tester)).toMatchObject({
      ...{ profile: 1, account: 1, login: 1, applications: 1, reports: 1, comments: 1, rewards: 1, ledger: 1 },
      ...{ campaigns: 0, apps: 0 },
    });
    const reports = await exported<Page>(tester, { part: "reports" });
    expect(reports).toMatchObject({ rows: [{ id: mine, status: "approved" }], next: null });
    expect(reports.rows[0]).not.toHaveProperty("sync_xid");
    expect((await exported<Page>(tester, { part: "comments" })).rows).toMatchObject([{ body: "Mine" }]);
    expect((await exported<Page>(dev, { part: "comments" })).rows).toMatchObject([{ body: "The developer's" }]);
    expect((await exported<Page>(dev, { part: "reports" })).rows).toEqual([]);
    expect((await exported<Page>(dev, { part: "campaigns" })).rows).toMatchObject([{ id }]);
  });

  test("B9 P2 secrets of the user's own rows stay on the server", async () => {
    const tester = await person(db, "tester");
    await db.query(
      tester,
      "select public.push_subscribe('https://push.example.test/1', repeat('a', 87), repeat('b', 22))",
    );
    const text = JSON.stringify([
      await exported<Page>(tester, { part: "push_subscriptions" }),
      await exported<Page>(tester, { part: "login" }),
    ]);
    expect(text).toContain("https://push.example.test/1");
    expect(text).not.toMatch(/aaaa|bbbb|password|token/);
  });

  test("B9 a thousand reports come in pages, each row once", async () => {
    const tester = await person(db, "tester");
    const id = await campaign(db, dev);
    const application = await apply(db, id, tester);
    await db.withoutMoves(
      `insert into public.feedback (id, campaign_id, application_id, tester_id, org_id, developer_id, summary)
       select gen_random_uuid(), $1, $2, $3, $4, $4, 'Report ' || n from generate_series(1, 1001) n`,
      [id, application, tester, dev],
    );
    expect(await parts(tester)).toMatchObject({ reports: 1001 });
    const found = new Set<unknown>();
    let after: string | null = null;
    let pages = 0;
    do {
      const page: Page = await exported<Page>(tester, { part: "reports", after });
      for (const row of page.rows) found.add(row.id);
      after = page.next;
      pages += 1;
    } while (after !== null);
    expect([found.size, pages]).toEqual([1001, 3]);
  });

  test("B9 an unknown part is rejected, and so are too many exports", async () => {
    const tester = await person(db, "tester");
    await expect(exported(tester, { part: "auth.users" })).rejects.toEqual(rejection("invalid"));
    await parts(tester);
    await db.owner("update private.rate_limits set hits = 20 where bucket = $1", [`export:${tester}`]);
    await expect(parts(tester)).rejects.toMatchObject({ sqlstate: "PT429", code: "rate_limited" });
  });

  test("B9 every column that names a user is in the export, or is listed here with its reason", async () => {
    const named = await db.owner<{ found: string }>(
      `select n.nspname || '.' || c.relname || '.' || a.attname as found from pg_constraint k
       join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
       where k.contype = 'f' and k.confrelid = 'public.profiles'::regclass
       and not exists (select 1 from private.own_data d
         where strpos(d.source, format(' from %s.%s t where t.%s = $1', n.nspname, c.relname, a.attname)) > 0)
       order by found`,
    );
    const elsewhere = [
      // The other party of another user's row.
      ...["public.applications.developer_id", "public.feedback.developer_id", "public.rewards.developer_id"],
      ...["public.comments.developer_id", "public.comments.tester_id", "public.feedback.assignee_id"],
      // Data that an organization keeps for its members.
      ...["private.campaign_links.created_by", "private.org_testers.user_id", "private.tester_groups.created_by"],
      ...["private.organization_invitations.invited_by", "private.tester_invitations.invited_by"],
      ...["private.tester_group_members.added_by", "private.wave_candidates.user_id", "private.wave_plans.created_by"],
      "public.contact_messages.done_by",
      // Copies and queues: the row itself is in the export.
      ...["private.deliveries.user_id", "private.organization_blocks.user_id", "private.people.id"],
      ...["private.reminders.person_id", "private.reminders_sent.person_id", "private.tester_invitations.accepted_by"],
      ...["private.search_alerts.person_id", "private.build_notice_days.user_id"],
      "private.unassignments.user_id",
      // The export has it under an id made of two columns.
      "private.launch_code_tries.tester_id",
      // Kept for a quarter of an hour.
      "private.device_enrolments.user_id",
      // Kept for one day, to count active users.
      "private.active_people.user_id",
    ];
    expect(named.map((row) => row.found)).toEqual(elsewhere.sort());
  });

  // ---- Deleting the account ----

  /** Runs the statement in a session that began `age` ago. */
  async function inSession<R = Row>(who: string, text: string, age = "1 minute"): Promise<R[]> {
    const session_id = randomUUID();
    await db.owner(`insert into auth.sessions (id, user_id, created_at) values ($1, $2, now() - $3::interval)`, [
      ...[session_id, who, age],
    ]);
    return db.as(who, async (inner) => {
      const claims = { sub: who, role: "authenticated", session_id, aal: "aal1" };
      await inner.query("select set_config('request.jwt.claims', $1, true)", [JSON.stringify(claims)]);
      return inner.query<R>(text);
    });
  }
  const remove = (who: string, age?: string) => inSession(who, "select public.delete_own_account()", age);
  const state = async (who: string) => {
    const [row] = await inSession<{ state: { blockers: { code: string; names: string[] }[] } & Row }>(
      who,
      "select public.account_deletion() as state",
    );
    return row?.state;
  };

  test("B9 T9 deleting the account removes name, addresses and drafts, frees the spot, and keeps reports and ledger", async () => {
    const tester = await person(db, "tester", { name: "Gone Soon" });
    const id = await campaign(db, dev);
    const application = await apply(db, id, tester);
    const sent = await report(db, id, tester);
    await db.update(dev, "feedback", sent, { status: "approved", usefulness: 4 });
    const draft = await report(db, id, tester, { status: "draft" });
    await db.query(
      tester,
      "insert into public.contact_messages (user_id, name, email, message) values (auth.uid(), 'Gone Soon', 'gone@example.test', 'Hello there')",
    );
    expect(await state(tester)).toEqual({
      ...{ blockers: [], fresh: true, has_password: false, second_factor: false },
      unpaid: [{ currency: "USD", amount_cents: 1500 }],
    });
    await remove(tester);
    expect(await db.row("profiles", tester)).toMatchObject({ name: "Deleted user", email: "", _deleted: true });
    expect(await db.row("applications", application)).toMatchObject({ status: "withdrawn" });
    expect(await db.row("feedback", sent)).toMatchObject({ status: "approved", _deleted: false });
    expect(await db.row("feedback", draft)).toMatchObject({ _deleted: true });
    expect(await db.owner("select 1 from public.ledger_entries where tester_id = $1", [tester])).toHaveLength(1);
    for (const table of ["auth.users where id", "auth.sessions where user_id", "public.notifications where user_id"])
      expect(await db.owner(`select 1 from ${table} = $1`, [tester]), table).toEqual([]);
    expect(
      await db.owner("select actor_name, action from public.activity where actor_id = $1 and action <> 'registered'", [
        tester,
      ]),
    ).toContainEqual({ actor_name: "Deleted user", action: "account_deleted" });
  });

  test("B9 an older session, or a token without one, is not sufficient to delete the account", async () => {
    const tester = await person(db, "tester");
    await expect(remove(tester, "11 minutes")).rejects.toEqual(rejection("not_allowed"));
    await expect(db.query(tester, "select public.delete_own_account()")).rejects.toEqual(rejection("not_allowed"));
    expect(await db.row("profiles", tester)).toMatchObject({ _deleted: false });
  });

  test("B9 a requested payout, running campaigns, the last owner and the last admin prevent it, and are named", async () => {
    const tester = await person(db, "tester");
    const id = await campaign(db, dev);
    await apply(db, id, tester);
    await db.update(dev, "feedback", await report(db, id, tester), { status: "approved", usefulness: 4 });
    await db.update(tester, "accounts", tester, { paypal_email: "t@example.test" });
    await db.insert(tester, "payouts", { id: randomUUID(), tester_id: tester, currency: "USD" });
    expect((await state(tester))?.blockers).toEqual([{ code: "payout_requested", names: [] }]);
    await expect(remove(tester)).rejects.toEqual(rejection("wrong_state"));

    const owner = await person(db, "developer");
    const running = await campaign(db, owner, { title: "Still running" });
    const team = randomUUID();
    await db.query(owner, "select public.create_organization($1, 'The Team')", [team]);
    expect((await state(owner))?.blockers).toEqual([{ code: "running_campaigns", names: ["Still running"] }]);
    await expect(remove(owner)).rejects.toEqual(rejection("wrong_state"));
    await db.update(owner, "campaigns", running, { status: "completed" });
    expect((await state(owner))?.blockers).toEqual([]);
    await db.owner("insert into public.organization_members (org_id, user_id, role) values ($1, $2, 'manager')", [
      ...[team, dev],
    ]);
    expect((await state(owner))?.blockers).toEqual([{ code: "last_owner", names: ["The Team"] }]);
    await expect(remove(owner)).rejects.toEqual(rejection("last_owner"));
    await db.query(owner, "select public.set_member_role($1, $2, 'owner')", [team, dev]);
    await remove(owner);

    const admin = await person(db, "admin");
    expect((await state(admin))?.blockers).toEqual([{ code: "last_admin", names: [] }]);
    await expect(remove(admin)).rejects.toEqual(rejection("not_allowed"));
    const second = await person(db, "admin");
    expect((await state(admin))?.blockers).toEqual([]);
    // Concurrently: each would otherwise see the other admin remain.
    const both = await Promise.allSettled([remove(admin), remove(second)]);
    expect(both.map((one) => one.status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await db.owner("select 1 from public.profiles where role = 'admin' and not _deleted")).toHaveLength(1);
  });

  test("B9 apps without a remaining owner leave the App Store with their developer", async () => {
    const owner = await person(db, "developer");
    const app = await newApp(db, owner);
    await newRelease(db, owner, app, { status: "published" });
    await db.update(owner, "apps", app, { status: "published" });
    await remove(owner);
    expect(await db.row("apps", app)).toMatchObject({ status: "unpublished" });
  });

  // ---- Sessions ----

  test("B9 T1 a user sees their own logins, the current one first, and can end another one", async () => {
    const [tester, other] = [await person(db, "tester"), await person(db, "tester")];
    const add = async (who: string, agent: string | null, refreshed: string | null = null) => {
      const id = randomUUID();
      await db.owner(
        `insert into auth.sessions (id, user_id, user_agent, created_at, refreshed_at)
         values ($1, $2, $3, '2026-01-01T10:00:00Z', $4::timestamp)`,
        [id, who, agent, refreshed],
      );
      return id;
    };
    const here = await add(tester, "Here");
    const phone = await add(tester, "Phone", "2026-01-03 09:00:00");
    const old = await add(tester, null);
    const theirs = await add(other, "Theirs");
    const as = <R = Row>(session_id: string, text: string, params: string[] = []) =>
      db.as(tester, async (inner) => {
        const claims = { sub: tester, role: "authenticated", session_id };
        await inner.query("select set_config('request.jwt.claims', $1, true)", [JSON.stringify(claims)]);
        return inner.query<R>(text, params);
      });
    const list = async () =>
      (await as<{ found: Row[] }>(here, "select public.list_own_sessions() as found"))[0]?.found ?? [];
    expect(await list()).toEqual([
      {
        ...{ id: here, user_agent: "Here", current: true },
        ...{ created_at: "2026-01-01T10:00:00.000Z", used_at: "2026-01-01T10:00:00.000Z" },
      },
      {
        ...{ id: phone, user_agent: "Phone", current: false },
        ...{ created_at: "2026-01-01T10:00:00.000Z", used_at: "2026-01-03T09:00:00.000Z" },
      },
      expect.objectContaining({ id: old, user_agent: "" }),
    ]);
    const end = async (id: string) =>
      (await as<{ done: boolean }>(here, "select public.end_own_session($1) as done", [id]))[0]?.done;
    expect(await end(phone)).toBe(true);
    expect(await end(phone)).toBe(false);
    expect(await end(theirs)).toBe(false);
    expect(await db.owner("select 1 from auth.sessions where id = $1", [theirs])).toHaveLength(1);
    await expect(end(here)).rejects.toEqual(rejection("invalid"));
    expect((await list()).map((row) => row.id)).toEqual([here, old]);
    await expect(as(phone, "select public.list_own_sessions()")).rejects.toMatchObject({ sqlstate: "PT401" });
  });

  // ---- Recovery codes ----

  /** Creates a session and a factor, verified by default. */
  async function enrolled(role: "tester" | "admin" = "tester", status = "verified") {
    const who = await person(db, role);
    const session_id = randomUUID();
    await db.owner("insert into auth.sessions (id, user_id, aal) values ($1, $2, 'aal2')", [session_id, who]);
    await db.owner(
      "insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at) values (gen_random_uuid(), $1, 'totp', $2, now(), now())",
      [who, status],
    );
    const ask = async <T>(aal: "aal1" | "aal2", call: string, params: string[] = []): Promise<T> =>
      db.as(who, async (inner) => {
        const claims = { sub: who, role: "authenticated", session_id, aal };
        await inner.query("select set_config('request.jwt.claims', $1, true)", [JSON.stringify(claims)]);
        const [row] = await inner.query<{ answer: T }>(`select public.${call} as answer`, params);
        return row?.answer as T;
      });
    return {
      ...{ who, session_id, ask },
      make: (aal: "aal1" | "aal2" = "aal2") => ask<string[]>(aal, "make_recovery_codes()"),
      use: (code: string, aal: "aal1" | "aal2" = "aal1") => ask<boolean>(aal, "use_recovery_code($1)", [code]),
      madeAt: (aal: "aal1" | "aal2" = "aal2") => ask<string | null>(aal, "recovery_codes_made_at()"),
      factors: () => db.owner("select 1 from auth.mfa_factors where user_id = $1", [who]),
      stored: () =>
        db.owner<{ row: string }>("select c::text as row from private.recovery_codes c where user_id = $1", [who]),
    };
  }

  test("B9 T13 recovery codes require the second factor, replace the previous ones, and are stored as hashes", async () => {
    const tester = await enrolled();
    await expect(tester.make("aal1")).rejects.toMatchObject({ sqlstate: "PT403", code: "second_factor" });
    await expect((await enrolled("tester", "unverified")).make()).rejects.toEqual(rejection("wrong_state"));
    expect(await tester.madeAt()).toBeNull();
    const codes = await tester.make();
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([a-hj-np-z2-9]{4}-){3}[a-hj-np-z2-9]{4}$/);
    expect(await tester.madeAt()).toMatch(/^\d{4}-/);
    const rows = await tester.stored();
    expect(rows).toHaveLength(10);
    for (const code of codes) expect(JSON.stringify(rows)).not.toContain(code.slice(0, 9));
    await tester.make();
    expect(await tester.stored()).toHaveLength(10);
    expect(await tester.use(codes[0] ?? "")).toBe(false);
    expect(await tester.factors()).toHaveLength(1);
    // Two concurrent tabs leave one set.
    await Promise.all([tester.make(), tester.make()]);
    expect(await tester.stored()).toHaveLength(10);
  });

  test("B9 T13 a recovery code removes factors, the other codes and all other sessions, notifies the user, and works once", async () => {
    for (const role of ["tester", "admin"] as const) {
      const one = await enrolled(role);
      const other = await enrolled();
      const [code = "", second = ""] = await one.make();
      await other.make();
      const elsewhere = randomUUID();
      await db.owner("insert into auth.sessions (id, user_id, aal) values ($1, $2, 'aal2')", [elsewhere, one.who]);
      // Rejected after the second factor, and for another user's code.
      await expect(one.use(code, "aal2")).rejects.toEqual(rejection("wrong_state"));
      expect(await other.use(code)).toBe(false);
      expect(await one.use(` ${code.toUpperCase().replaceAll("L", "1").replaceAll("-", " ")} `)).toBe(true);
      expect(await one.factors()).toEqual([]);
      expect(await one.stored()).toEqual([]);
      expect(await db.owner("select id from auth.sessions where user_id = $1", [one.who])).toEqual([
        { id: one.session_id },
      ]);
      expect(await one.madeAt("aal1")).toBeNull();
      await expect(one.use(second)).rejects.toEqual(rejection("wrong_state"));
      expect(
        await db.owner("select action from public.activity where actor_id = $1 and action = 'recovery_code_used'", [
          one.who,
        ]),
      ).toHaveLength(1);
      expect(
        await db.owner(
          "select channel, link from private.deliveries where user_id = $1 and kind = 'recovery_code_used'",
          [one.who],
        ),
      ).toEqual([{ channel: "email", link: "/account/security" }]);
      expect(await other.factors()).toHaveLength(1);
      expect(await other.stored()).toHaveLength(10);
    }
  });

  test("B9 P4 wrong recovery codes count: after ten in an hour the right one is rejected too", async () => {
    const tester = await enrolled();
    const [code = ""] = await tester.make();
    // The limit also holds if a new hour begins in between.
    await db.owner(
      `insert into private.rate_limits (bucket, window_start, window_end, hits)
       select $1, date_bin('1 hour', now() + n * interval '1 hour', timestamptz '2000-01-01'),
         date_bin('1 hour', now() + n * interval '1 hour', timestamptz '2000-01-01') + interval '1 hour', 8 from generate_series(0, 1) n`,
      [`recovery_code:${tester.who}`],
    );
    for (const wrong of ["", "abcd-efgh-jkmn-pqrs"]) expect(await tester.use(wrong)).toBe(false);
    await expect(tester.use(code)).rejects.toMatchObject({ sqlstate: "PT429", code: "rate_limited" });
    expect(await tester.factors()).toHaveLength(1);
  });

  test("B9 recovery codes are deleted with the last second factor and with the account", async () => {
    const tester = await enrolled();
    await tester.make();
    await db.owner(
      "insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at) values (gen_random_uuid(), $1, 'totp', 'verified', now(), now())",
      [tester.who],
    );
    const first = "(select min(id::text)::uuid from auth.mfa_factors where user_id = $1)";
    await db.owner(`delete from auth.mfa_factors where id = ${first}`, [tester.who]);
    expect(await tester.stored()).toHaveLength(10);
    await db.owner(`delete from auth.mfa_factors where id = ${first}`, [tester.who]);
    expect(await tester.stored()).toEqual([]);
    const leaving = await enrolled();
    await leaving.make();
    await db.owner("delete from auth.users where id = $1", [leaving.who]);
    expect(await leaving.stored()).toEqual([]);
  });
});
