// Client-made ids: creating a row with the id of another user's row, of any kind, neither opens nor
// changes that row.
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { ruleEngines } from "../fixtures/engines.ts";
import { definerFunctions } from "../fixtures/sql/api-functions.ts";
import { Rejection, type Row } from "../fixtures/sql/database.ts";
import { call, team } from "../fixtures/sql/organizations.ts";
import { rejection } from "../fixtures/sql/rejection.ts";
import {
  apply,
  campaign,
  campaignInput,
  newApp,
  newRelease,
  person,
  report,
  reportInput,
} from "../fixtures/sql/rows.ts";
import { setUpDatabase, setUpPerson } from "../fixtures/sql/scenario.ts";

describe.each(ruleEngines)("%s", (kind) => {
  const db = setUpDatabase(kind);
  const attacker = setUpPerson(db, "developer");
  const victim = setUpPerson(db, "developer");
  const tester = setUpPerson(db, "tester");
  const attackingTester = setUpPerson(db, "tester");
  const admin = setUpPerson(db, "admin");

  const create = (who: string, id: string) => call(db, who, "public.create_organization($1, 'Taken over')", [id]);
  const makeUser = (id: string, role: string) =>
    db.owner("insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3::jsonb)", [
      id,
      `${id}@example.test`,
      JSON.stringify({ name: "Later Person", role }),
    ]);

  describe("an id belongs to a user or a team", () => {
    test("P2 no team can get or keep the id of any user", async () => {
      const suspended = await person(db, "tester", { status: "suspended" });
      const deleted = await person(db, "tester");
      await db.owner("delete from auth.users where id = $1", [deleted]);
      for (const id of [tester, admin, victim, suspended, deleted]) {
        await expect(create(attacker, id)).rejects.toEqual(rejection("forbidden"));
        await expect(
          db.owner("insert into public.organizations (id, name) values ($1, 'By the server')", [id]),
        ).rejects.toMatchObject({ sqlstate: "23505" });
      }
      const mine = await db.query(attacker, "select private.my_organizations('view') as id");
      expect(mine).toEqual([{ id: attacker }]);
    });

    test("P2 no user can be created, or get an organization, with the id of a team", async () => {
      const org = await team(db, attacker);
      for (const role of ["tester", "developer"])
        await expect(makeUser(org, role)).rejects.toMatchObject({ sqlstate: "23505" });
      await expect(db.owner("insert into public.profiles (id) values ($1)", [org])).rejects.toMatchObject({
        sqlstate: "23505",
      });
      // The id stays reserved after deletion, because former members may know paths and topics with
      // it.
      await db.owner("delete from private.organization_activity where org_id = $1", [org]);
      await db.owner("delete from public.organizations where id = $1", [org]);
      await expect(makeUser(org, "tester")).rejects.toMatchObject({ sqlstate: "23505" });
      const gone = await person(db, "developer");
      await expect(
        db.owner("update public.organizations set personal = false where id = $1", [gone]),
      ).rejects.toMatchObject({ sqlstate: "23505" });
      await expect(
        db.owner("insert into public.organizations (id, name, personal) values ($1, 'Nobody', true)", [randomUUID()]),
      ).rejects.toEqual(rejection("invalid"));
    });

    test("P2 a user whose id another organization nevertheless has gets no rights in it", async () => {
      const later = await person(db, "tester");
      await db.owner("alter table public.organizations disable trigger own_id");
      await db.owner("insert into public.organizations (id, name) values ($1, 'Foreign')", [later]);
      await db.owner("alter table public.organizations enable trigger own_id");
      await expect(db.owner("update public.profiles set role = 'developer' where id = $1", [later])).rejects.toEqual(
        rejection("forbidden"),
      );
      expect(await db.owner("select 1 from public.organization_members where org_id = $1", [later])).toEqual([]);
      await db.owner("delete from public.organizations where id = $1", [later]);
    });

    test("P2 a file of File Storage has an owner of one kind", async () => {
      await expect(
        db.owner("insert into public.files (id, owner_id, file_name) values ($1, $2, 'a.txt')", [
          randomUUID(),
          randomUUID(),
        ]),
      ).rejects.toMatchObject({ sqlstate: "23503" });
    });
  });

  describe("with each id of another user's rows", () => {
    const foreign: Record<string, string> = {};
    /** The attacker's rows, which let the calls pass all other checks. */
    const own = { campaign: "", app: "", application: "", report: "", message: "" };

    beforeAll(async () => {
      foreign.person = victim;
      foreign.tester = tester;
      foreign.admin = admin;
      foreign.team = await team(db, victim);
      foreign.app = await newApp(db, victim);
      foreign.release = await newRelease(db, victim, foreign.app);
      foreign.campaign = await campaign(db, victim, { max_testers: 50 });
      foreign.application = await apply(db, foreign.campaign, tester);
      foreign.report = await report(db, foreign.campaign, tester);
      foreign.comment = randomUUID();
      await db.insert(tester, "comments", {
        ...{ id: foreign.comment, feedback_id: foreign.report, author_id: tester, body: "Hello" },
      });
      foreign.flag = randomUUID();
      await db.insert(tester, "flags", {
        ...{ id: foreign.flag, reporter_id: tester, content_type: "campaign", content_id: foreign.campaign },
        reason: "Spam",
      });
      foreign.group = randomUUID();
      await call(db, victim, "public.save_tester_group($1, $2, 'Friends', '')", [victim, foreign.group]);
      foreign.announcement = randomUUID();
      await call(db, victim, "public.send_announcement($1, $2, '', 'Hello')", [foreign.campaign, foreign.announcement]);
      foreign.waves = randomUUID();
      await call(db, victim, "public.start_waves($1, $2, $3, '{}')", [
        ...[foreign.campaign, foreign.waves, '["somebody@example.test"]'],
      ]);
      foreign.notification = String(
        (await db.owner<Row>("select id from public.notifications where user_id = $1 limit 1", [victim]))[0]?.id,
      );
      own.campaign = await campaign(db, attacker, { max_testers: 50 });
      own.app = await newApp(db, attacker);
      own.application = await apply(db, foreign.campaign, attackingTester);
      own.report = await report(db, foreign.campaign, attackingTester);
    });

    /** Rows with this id that a device may create. */
    const rows: Record<string, (id: string) => [who: string, row: Row]> = {
      apps: (id) => [attacker, { id, developer_id: attacker, title: "App", description: "An app" }],
      releases: (id) => [attacker, { id, app_id: own.app, developer_id: attacker, version: "1" }],
      campaigns: (id) => [attacker, campaignInput(attacker, { id })],
      briefs: (id) => [attacker, { id, developer_id: attacker, instructions: "Mine" }],
      applications: (id) => [
        attackingTester,
        { id, campaign_id: foreign.campaign, tester_id: attackingTester, message: "" },
      ],
      feedback: (id) => [
        attackingTester,
        { ...reportInput(foreign.campaign ?? "", own.application, attackingTester), id },
      ],
      comments: (id) => [attackingTester, { id, feedback_id: own.report, author_id: attackingTester, body: "Mine" }],
      payouts: (id) => [attackingTester, { id, tester_id: attackingTester, currency: "USD" }],
      flags: (id) => [
        attackingTester,
        { id, reporter_id: attackingTester, content_type: "campaign", content_id: own.campaign, reason: "Spam" },
      ],
    };
    const calls: Record<string, (id: string) => Promise<unknown>> = {
      create_organization: (id) => create(attacker, id),
      save_tester_group: (id) =>
        call(db, attacker, "public.save_tester_group($1, $2, $3, '')", [attacker, id, randomUUID()]),
      send_announcement: (id) =>
        call(db, attacker, "public.send_announcement($1, $2, '', $3)", [own.campaign, id, randomUUID()]),
      start_waves: (id) =>
        call(db, attacker, "public.start_waves($1, $2, $3, '{}')", [
          ...[own.campaign, id, JSON.stringify([`${randomUUID()}@example.test`])],
        ]),
    };

    /**
     * Functions with an id of a new row among their arguments; each other id names an existing
     * row.
     */
    test("each function that takes the id of a new row is listed here", async () => {
      const named = await db.owner<{ name: string }>(
        `select p.proname::text as name from pg_proc p where p.pronamespace = 'public'::regnamespace
         and p.proname = any ($1) and p.proargnames && '{id,group_id,reply_id}' order by 1`,
        [`{${definerFunctions.join(",")}}`],
      );
      // These read or change an existing row and create none.
      const others = ["add_group_testers", "delete_tester_group", "remove_announcement", "remove_group_testers"];
      const byAdmins = ["admin_reply_message"];
      expect(named.map(({ name }) => name)).toEqual(
        [...Object.keys(calls), ...others, ...byAdmins, "set_group_tester_note"].sort(),
      );
      const collections = await db.owner<{ name: string }>(
        "select name::text as name from private.sync_collections where 'id' = any (insert_columns) order by 1",
      );
      expect(collections.map(({ name }) => name)).toEqual(Object.keys(rows).sort());
    });

    const tables = () =>
      db.owner<{ name: string }>(
        `select c.oid::regclass::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'id'
         where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not in ('activity', 'sync_rejections') order by 1`,
      );
    /** Returns all rows that this user can read, with their contents. */
    const view = async (who: string) => {
      const seen: Record<string, string> = {};
      for (const { name } of await tables())
        for (const row of await db.query<{ id: string; row: string }>(
          who,
          // Other users' rows also change counts and replication metadata.
          `select t.id::text as id, (to_jsonb(t) - '{sync_xid,updated_at,testers_joined}'::text[])::text as row from ${name} t`,
        ))
          seen[`${name} ${row.id}`] = row.row;
      return seen;
    };
    test("P2 changes nothing of theirs, and the attacker reads only self-created rows", async () => {
      const attackers = [attacker, attackingTester];
      for (const [kindOfId, id] of Object.entries(foreign)) {
        const before = await Promise.all([victim, tester].map(view));
        const seen = await Promise.all(attackers.map(view));
        const made = new Set<string>();
        for (const [name, row] of Object.entries(rows)) {
          const [who, values] = row(id);
          await db.insert(who, name, values).then(
            () => made.add(`${name} ${id}`),
            (error: unknown) => expect([name, kindOfId, error]).toEqual([name, kindOfId, expect.any(Rejection)]),
          );
        }
        for (const [name, run] of Object.entries(calls))
          await run(id).then(
            () => made.add(name),
            (error: unknown) => expect([name, kindOfId, error]).toEqual([name, kindOfId, expect.any(Rejection)]),
          );
        const after = await Promise.all([victim, tester].map(view));
        // The attacker may send new rows to the victims; existing rows are unchanged.
        for (const [n, rowsBefore] of before.entries())
          for (const [key, row] of Object.entries(rowsBefore))
            expect([kindOfId, after[n]?.[key]]).toEqual([kindOfId, row]);
        for (const [n, who] of attackers.entries()) {
          const fresh = Object.keys(await view(who)).filter((key) => !(key in (seen[n] ?? {})));
          const owned = await db.query<{ id: string }>(who, "select private.my_organizations('view')::text as id");
          const { person: owner, tester: other, admin: boss, team: org } = foreign;
          const theirs = owned.filter((row) => [owner, other, boss, org].includes(row.id));
          expect([kindOfId, theirs]).toEqual([kindOfId, []]);
          // A row with the id of another kind of row belongs only to the attacker.
          const foreignRows = fresh.filter((key) => !/^(notifications|organization)/.test(key) && !key.endsWith(id));
          expect([kindOfId, foreignRows]).toEqual([kindOfId, []]);
        }
        if (["person", "tester", "admin", "team"].includes(kindOfId)) expect(made).not.toContain("create_organization");
        await db.owner("delete from private.rate_limits");
      }
    });
  });
});
