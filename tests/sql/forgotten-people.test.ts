import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ruleEngines } from "../fixtures/engines.ts";
import { call, emailOf, team, tokenFor, verify } from "../fixtures/sql/organizations.ts";
import { apply, campaign, newApp, person, report } from "../fixtures/sql/rows.ts";
import { setUpDatabase, setUpPerson } from "../fixtures/sql/scenario.ts";

describe.each(ruleEngines)("%s", (kind) => {
  const db = setUpDatabase(kind);
  const owner = setUpPerson(db, "developer", { name: "Olga Owner" });
  const admin = setUpPerson(db, "admin");

  async function found(words: string): Promise<string[]> {
    const columns = await db.owner<{ place: string; table: string; column: string }>(
      `select format('%s.%s.%s', n.nspname, c.relname, a.attname) as place, format('%I.%I', n.nspname, c.relname) as table,
         quote_ident(a.attname) as column
       from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'm') and n.nspname in ('public', 'private', 'auth', 'storage') and a.attnum > 0
         and not a.attisdropped order by 1`,
    );
    const places: string[] = [];
    for (const { place, table, column } of columns)
      if ((await db.owner(`select 1 from ${table} t where t.${column}::text ~* $1 limit 1`, [words])).length > 0)
        places.push(place);
    return places;
  }

  const remove = (who: string) => db.owner("delete from auth.users where id = $1", [who]);
  const change = (who: string, to: object) =>
    call(db, admin, "public.admin_change_user($1, $2::text::jsonb)", [who, JSON.stringify(to)]);
  const comment = (who: string, feedback_id: string, internal = false) =>
    db.insert(who, "comments", {
      ...{ id: randomUUID(), feedback_id, author_id: who, body: "Hello", internal },
      captured_at: new Date().toISOString(),
    });
  const contact = (who: string | null, name: string, email: string) =>
    db.query(
      who,
      "insert into public.contact_messages (user_id, name, email, message) values (auth.uid(), $1, $2, 'Hi')",
      [...[name, email]],
    );

  test("B9 T9 no column of any table keeps a tester's name or addresses", async () => {
    const tester = await person(db, "tester", { name: "Zedonia Quixley" });
    const first = await emailOf(db, tester);
    await verify(db, tester);
    const open = await campaign(db, owner, { auto_select: false });
    const other = await campaign(db, owner);
    for (const to of [open, other])
      await call(db, owner, "public.invite_testers($1, $2::jsonb, true)", [to, JSON.stringify([first])]);
    const application = await apply(db, open, tester);
    await db.update(owner, "applications", application, { status: "accepted" });
    const sent = await report(db, open, tester);
    await comment(tester, sent);
    await comment(owner, sent);
    await db.update(owner, "feedback", sent, { status: "approved", usefulness: 4 });
    await db.update(tester, "accounts", tester, { paypal_email: "zedonia.pays@pal.test" });
    const payout = randomUUID();
    await db.insert(tester, "payouts", { id: payout, tester_id: tester, currency: "USD" });
    await db.update(admin, "payouts", payout, { status: "paid" });
    await db.insert(tester, "flags", {
      ...{ id: randomUUID(), reporter_id: tester, content_type: "campaign", content_id: open, reason: "spam" },
    });
    await contact(tester, "Zedonia Quixley", first);
    await change(tester, { status: "suspended", reason: "Why" });
    await change(tester, { status: "active" });
    await change(tester, { name: "Zedonia Marriedname" });
    await db.owner(
      "select private.notify_organization($1, 'manage', 'device_added', jsonb_build_object('tester_name', $2::text, 'about_id', $3::uuid), '/x')",
      [...[owner, "Zedonia Marriedname", tester]],
    );
    await db.owner(
      "update auth.users set email = 'zedonia.second@people.test', email_confirmed_at = now() where id = $1",
      [tester],
    );
    await call(db, owner, "public.invite_testers($1, $2::jsonb, true)", [other, '["zedonia.second@people.test"]']);
    await contact(null, "Zedonia Marriedname", "zedonia.second@people.test");
    const words = "zedonia|quixley|marriedname";
    const before = await found(words);
    for (const place of ["public.notifications.data", "private.activity_words.words", "public.activity.details"])
      expect(before).toContain(place);
    for (const place of [
      "private.organization_activity.details",
      "private.deliveries.data",
      "public.payouts.tester_name",
    ])
      expect(before).toContain(place);
    await remove(tester);
    expect(await found(words)).toEqual([]);
    // An earlier address belongs to no account: an organization's typed invitation keeps it, and
    // the mail queue and its counters keep it for days.
    const queues = ["private.deliveries.email", "private.sent_letters.recipient"];
    expect(await found(first)).toEqual([...queues, "private.tester_invitations.email"]);
    const told = await db.owner<{ name: string }>(
      "select distinct data ->> 'tester_name' as name from public.notifications where user_id = $1 and data ? 'tester_name'",
      [owner],
    );
    expect(told).toEqual([{ name: "Deleted user" }]);
  });

  test("B9 T9 the same for a developer, whatever team they worked in", async () => {
    const gone = await person(db, "developer", { name: "Wilhelmo Vanterpool" });
    const first = await emailOf(db, gone);
    await verify(db, gone);
    const org = await team(db, owner);
    const invite = (to: string, email: string) =>
      call<{ id: string }>(db, owner, "public.invite_member($1, $2, 'admin')", [to, email]);
    await invite(org, first);
    await call(db, gone, "public.accept_invitation($1)", [await tokenFor(db, first)]);
    await db.owner(
      "update auth.users set email = 'wilhelmo.second@people.test', email_confirmed_at = now() where id = $1",
      [gone],
    );
    const [revoked, waiting] = [await team(db, owner), await team(db, owner)];
    const { id } = await invite(revoked, "wilhelmo.second@people.test");
    await call(db, owner, "public.revoke_invitation($1)", [id]);
    await invite(waiting, "wilhelmo.second@people.test");
    await call(db, owner, "public.set_member_role($1, $2, 'manager')", [org, gone]);
    const tester = await person(db, "tester");
    const invited = await person(db, "tester");
    const open = await campaign(db, gone, { org_id: org });
    await apply(db, open, tester);
    const sent = await report(db, open, tester);
    await db.update(owner, "feedback", sent, { assignee_id: gone });
    await db.update(gone, "feedback", sent, { assignee_id: owner });
    await comment(gone, sent);
    await comment(gone, sent, true);
    await call(db, gone, "public.send_announcement($1, $2, '', 'Please update.')", [open, randomUUID()]);
    await call(db, gone, "public.invite_testers($1, $2::jsonb, true)", [open, '["somebody@else.test"]']);
    await db.owner("select private.invite_testers($1, '{}', array[$2::uuid], true, $3)", [open, invited, gone]);
    await newApp(db, gone);
    await call(db, owner, "public.set_member_role($1, $2, 'admin')", [org, gone]);
    await call(db, gone, "public.invite_member($1, 'colleague@else.test', 'viewer')", [org]);
    await change(gone, { name: "Wilhelmo Newname" });
    const words = "wilhelmo|vanterpool|newname";
    const before = await found(words);
    for (const place of [
      "private.organization_invitations.email",
      "private.deliveries.email",
      "public.briefs.announcements",
    ])
      expect(before).toContain(place);
    await remove(gone);
    expect(await found(words)).toEqual([]);
    expect(await found(first)).toEqual(["private.deliveries.email", "private.sent_letters.recipient"]);
    const told = await db.owner<{ email: string }>(
      "select distinct details ->> 'email' as email from private.organization_activity where action in ('member_invited', 'invitation_revoked')",
    );
    expect(told.map(({ email }) => email).sort()).toEqual(["Deleted user", "colleague@else.test"]);
  });

  test("B9 a named user's id reaches no reader: not the invited tester, nor an export", async () => {
    const inviter = await person(db, "developer", { name: "Ingo Inviter" });
    const invited = await person(db, "tester");
    const named = await person(db, "developer", { name: "Nora Named" });
    const open = await campaign(db, inviter);
    await db.owner("select private.invite_testers($1, '{}', array[$2::uuid], true, $3)", [open, invited, inviter]);
    const org = await team(db, inviter);
    await verify(db, named);
    await call(db, inviter, "public.invite_member($1, $2, 'viewer')", [org, await emailOf(db, named)]);
    await call(db, named, "public.accept_invitation($1)", [await tokenFor(db, await emailOf(db, named))]);
    await call(db, inviter, "public.set_member_role($1, $2, 'manager')", [org, named]);
    await call(db, inviter, "public.remove_member($1, $2)", [org, named]);
    const told = await db.query(invited, "select data::text, link from public.notifications", []);
    expect(told).toHaveLength(1);
    expect(JSON.stringify(told)).not.toContain(inviter);
    const exported = await call<object>(db, inviter, "public.export_own_data($1::text::jsonb)", [
      JSON.stringify({ part: "organization_activity" }),
    ]);
    // Only the affected user's id (target_id) remains, as in the log that members read.
    expect(JSON.stringify(exported)).toContain("member_role_changed");
    expect(JSON.stringify(exported)).not.toContain("about_id");
  });

  test("a deletion clears a thousand rows of each kind, the schedule the rest, and late commits", async () => {
    const gone = await person(db, "tester", { name: "Named Often" });
    const name = (count: number) =>
      db.owner(
        `with made as (
           insert into public.notifications (user_id, kind, data)
           select $1, 'application_received', '{"tester_name": "Named Often"}' from generate_series(1, $3) returning id)
         insert into private.notification_names (notification_id, person_id) select id, $2 from made`,
        [owner, gone, count],
      );
    const left = async () =>
      (await db.owner("select 1 from public.notifications where data ->> 'tester_name' = 'Named Often'")).length;
    const queued = () => db.owner("select 1 from private.forgotten_people where user_id = $1", [gone]);
    await name(2500);
    await remove(gone);
    expect(await left()).toBe(1500);
    await db.owner("call private.run_scheduled_jobs()");
    expect(await left()).toBe(0);
    await name(1);
    await db.owner("call private.run_scheduled_jobs()");
    expect(await left()).toBe(0);
    expect(await queued()).toHaveLength(1);
    await db.owner("update private.forgotten_people set deleted_at = now() - interval '11 minutes'");
    await db.owner("call private.run_scheduled_jobs()");
    expect(await queued()).toEqual([]);
  });

  test("rows that name a user are found by index", async () => {
    await db.owner("set enable_seqscan = off");
    for (const [table, column] of [
      ["private.deliveries", "data"],
      ["public.activity", "details"],
      ["private.organization_activity", "details"],
    ]) {
      const plan = await db.owner(
        `explain select id from ${table} where ${column} ->> 'about_id' = '${randomUUID()}' limit 1000`,
      );
      expect(JSON.stringify(plan)).toMatch(/Index Scan (using|on) \w+_about/);
    }
    const plan = await db.owner(
      `explain select 1 from private.notification_names where person_id = '${randomUUID()}' limit 1000`,
    );
    expect(JSON.stringify(plan)).toContain("notification_names_person");
  });

  test("a user's rejected rows are logged 500 times a day", async () => {
    const tester = await person(db, "tester");
    const note = (count: number) =>
      db.as(tester, (inner) =>
        inner.query(
          "select private.log_rejection('feedback', n::text, 'invalid', 'No') from generate_series(1, $1::int) n",
          [count],
        ),
      );
    const noted = async () =>
      (await db.owner("select 1 from public.sync_rejections where user_id = $1", [tester])).length;
    // Each in its own statement, like rows of a push.
    for (let n = 0; n < 499; n += 1) await note(1);
    await note(1);
    await note(1);
    expect(await noted()).toBe(500);
    await db.owner("update public.sync_rejections set at = at - interval '1 day' where user_id = $1", [tester]);
    await note(1);
    expect(await noted()).toBe(501);
  });
});
