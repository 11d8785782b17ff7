import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { engines } from "../fixtures/engines.ts";
import type { Row, Who } from "../fixtures/sql/database.ts";
import { rejection } from "../fixtures/sql/rejection.ts";
import {
  applicationId,
  apply,
  campaign,
  campaignInput,
  newApp,
  newRelease,
  person,
  report,
} from "../fixtures/sql/rows.ts";
import { setUpDatabase } from "../fixtures/sql/scenario.ts";

describe.each(engines)("%s", (kind) => {
  const db = setUpDatabase(kind);
  const people: Record<string, Who> = { anonymous: null };
  const who = (name: string) => people[name] ?? null;
  const id = (name: string) => String(people[name]);

  beforeAll(async () => {
    for (const [name, role] of [
      ["dev", "developer"],
      ["otherDev", "developer"],
      ["tester", "tester"],
      ["other", "tester"],
      ["suspended", "tester"],
      ["admin", "admin"],
    ] as const) {
      people[name] = await person(db, role);
    }
  });

  describe("rows of every kind", () => {
    const things: Record<string, { table: string; id: string }> = {};
    const keep = (name: string, table: string, thing: string) => {
      things[name] = { table, id: thing };
      return thing;
    };

    beforeAll(async () => {
      const dev = id("dev");
      const tester = id("tester");
      const active = keep("active campaign", "campaigns", await campaign(db, dev));
      keep("its brief", "briefs", active);
      const draft = campaignInput(dev, { status: "draft" });
      await db.insert(dev, "campaigns", draft);
      keep("draft campaign", "campaigns", String(draft.id));
      for (const person of ["tester", "suspended"]) await apply(db, active, id(person));
      await db.owner("update public.profiles set status = 'suspended' where id = $1", [id("suspended")]);
      keep("tester's application", "applications", await applicationId(db, active, tester));
      const sent = keep("submitted report", "feedback", await report(db, active, tester));
      keep("draft report", "feedback", await report(db, active, tester, { status: "draft" }));
      const comment = (author: string, internal: boolean) => ({
        id: randomUUID(),
        feedback_id: sent,
        author_id: author,
        body: "Hello",
        internal,
      });
      const said = comment(tester, false);
      await db.insert(tester, "comments", said);
      keep("comment", "comments", said.id);
      const note = comment(dev, true);
      await db.insert(dev, "comments", note);
      keep("internal note", "comments", note.id);
      const other = await campaign(db, dev);
      await apply(db, other, tester);
      await db.update(dev, "feedback", await report(db, other, tester), { status: "approved", usefulness: 4 });
      const [reward] = await db.owner<{ id: string }>("select id from public.rewards where tester_id = $1", [tester]);
      keep("reward", "rewards", reward?.id ?? "");
      await db.update(tester, "accounts", tester, { paypal_email: "me@example.test" });
      const payout = randomUUID();
      await db.insert(tester, "payouts", { id: payout, tester_id: tester, currency: "USD" });
      keep("payout", "payouts", payout);
      for (const [name, status] of [
        ["published app", "published"],
        ["draft app", "draft"],
      ] as const) {
        const app = await newApp(db, dev, { title: name });
        keep(name, "apps", app);
        for (const state of ["published", "draft"]) {
          keep(`${state} release of ${name}`, "releases", await newRelease(db, dev, app, { status: state }));
        }
        if (status === "published") await db.update(dev, "apps", app, { status });
      }
      const flag = randomUUID();
      await db.insert(tester, "flags", {
        id: flag,
        reporter_id: tester,
        content_type: "campaign",
        content_id: active,
        reason: "Spam",
      });
      keep("flag", "flags", flag);
      const [notification] = await db.owner<{ id: string }>(
        "select id from public.notifications where user_id = $1 limit 1",
        [tester],
      );
      keep("tester's notification", "notifications", notification?.id ?? "");
      const [activity] = await db.owner<{ id: string }>("select id from public.activity limit 1");
      keep("activity", "activity", activity?.id ?? "");
      const file = randomUUID();
      await db.owner("insert into public.files (id, owner_id, file_name) values ($1, $2, 'notes/a.txt')", [file, dev]);
      keep("file", "files", file);
      keep("tester's profile", "profiles", tester);
      keep("tester's account", "accounts", tester);
      const [setting] = await db.owner<{ id: string }>("select id from public.settings where section = 'general'");
      keep("settings", "settings", setting?.id ?? "");
    });

    const readers: [string, string[]][] = [
      ["active campaign", ["dev", "tester", "other", "suspended", "admin"]],
      ["draft campaign", ["dev", "admin"]],
      ["its brief", ["dev", "tester", "suspended", "admin"]],
      ["tester's application", ["dev", "tester", "admin"]],
      ["submitted report", ["dev", "tester", "admin"]],
      ["draft report", ["tester"]],
      ["comment", ["dev", "tester", "admin"]],
      ["internal note", ["dev", "admin"]],
      ["reward", ["dev", "tester", "admin"]],
      ["payout", ["tester", "admin"]],
      ["published app", ["anonymous", "dev", "otherDev", "tester", "other", "suspended", "admin"]],
      ["draft app", ["dev", "admin"]],
      ["published release of published app", ["anonymous", "dev", "otherDev", "tester", "other", "suspended", "admin"]],
      ["draft release of published app", ["dev", "admin"]],
      ["published release of draft app", ["dev", "admin"]],
      ["draft release of draft app", ["dev", "admin"]],
      ["flag", ["tester", "admin"]],
      ["tester's notification", ["tester", "admin"]],
      ["activity", ["admin"]],
      ["file", ["dev", "admin"]],
      ["tester's profile", ["tester", "admin"]],
      ["tester's account", ["tester", "admin"]],
      ["settings", ["anonymous", "dev", "otherDev", "tester", "other", "suspended", "admin"]],
    ];

    test.each(readers)("P2 %s is readable by %j only", async (name, expected) => {
      const thing = things[name];
      if (!thing) throw new Error(name);
      for (const reader of Object.keys(people)) {
        const sees = await db.count(who(reader), thing.table, `id = '${thing.id}'`).then(
          (n) => n === 1,
          // A missing grant counts as no row.
          (error: { sqlstate?: string }) => {
            if (error.sqlstate === "42501") return false;
            throw error;
          },
        );
        expect([name, reader, sees]).toEqual([name, reader, expected.includes(reader)]);
      }
    });

    /**
     * A change for its permitted writers only: [row, change, writers in the order of the
     * attempts].
     */
    const writers: [string, Row, string[]][] = [
      ["active campaign", { requirements: "A phone" }, ["dev"]],
      ["its brief", { instructions: "Read this" }, ["dev"]],
      ["submitted report", { known: false }, ["dev", "tester"]],
      ["draft report", { device: "Pixel" }, ["tester"]],
      ["published app", { compatibility: "As % says" }, ["dev"]],
      ["draft release of draft app", { notes: "Soon" }, ["dev"]],
      ["payout", { reason: "" }, ["admin"]],
      ["flag", { resolution: "" }, ["admin"]],
      ["tester's notification", { read_at: null }, ["tester"]],
      ["tester's profile", { bio: "Hello" }, ["tester"]],
      ["tester's account", { language: "es" }, ["tester"]],
    ];
    test.each(writers)("P2 %s with %j is writable by %j only", async (name, change, expected) => {
      const thing = things[name];
      if (!thing) throw new Error(name);
      for (const writer of Object.keys(people)) {
        const own = JSON.parse(JSON.stringify(change).replace("%", writer)) as Row;
        const wrote = await db.update(who(writer), thing.table, thing.id, own).then(
          (n) => n === 1,
          (error: { code?: string; sqlstate?: string }) => {
            if (error.sqlstate === "42501" || error.code === "not_allowed" || error.code === "forbidden") return false;
            throw error;
          },
        );
        expect([name, writer, wrote]).toEqual([name, writer, expected.includes(writer)]);
      }
    });

    test("P2 users cannot delete a row or write server-only data", async () => {
      for (const name of Object.keys(people)) {
        for (const { table, id: row } of Object.values(things)) {
          await expect(db.query(who(name), `delete from public.${table} where id = $1`, [row])).rejects.toMatchObject({
            sqlstate: "42501",
          });
        }
        for (const table of [
          "rewards",
          "activity",
          "notifications",
          "files",
          "ledger_entries",
          "downloads",
          "state_transitions",
          "sync_rejections",
          "settings",
          "profiles",
          "accounts",
        ]) {
          await expect(db.query(who(name), `insert into public.${table} default values`)).rejects.toMatchObject({
            sqlstate: "42501",
          });
        }
      }
      await expect(db.owner("update public.ledger_entries set amount_cents = 1")).rejects.toMatchObject({
        sqlstate: "42501",
      });
    });

    test.each([
      ["profiles", "tester's profile", "tester", { role: "admin" }],
      ["profiles", "tester's profile", "tester", { status: "active" }],
      ["profiles", "tester's profile", "tester", { karma: 1000 }],
      ["profiles", "tester's profile", "tester", { email: "a@b.cc" }],
      ["applications", "tester's application", "tester", { accepted_at: "2020-01-01" }],
      ["applications", "tester's application", "dev", { card: {} }],
      ["feedback", "draft report", "tester", { received_at: "2020-01-01" }],
      ["feedback", "draft report", "tester", { uploaded: [] }],
      ["feedback", "draft report", "tester", { developer_id: "00000000-0000-0000-0000-000000000000" }],
      ["campaigns", "active campaign", "dev", { testers_joined: 0 }],
      ["campaigns", "active campaign", "dev", { is_sample: true }],
      ["rewards", "reward", "tester", { amount_cents: 1 }],
      ["payouts", "payout", "admin", { amount_cents: 1 }],
      ["payouts", "payout", "tester", { paypal_email: "x@y.zz" }],
      ["profiles", "tester's profile", "tester", { sync_xid: "1" }],
    ])("P2 server-owned columns are read-only: %s of %s by %s: %j", async (table, name, writer, change) => {
      await expect(db.update(who(writer), table, things[name]?.id ?? "", change)).rejects.toMatchObject({
        sqlstate: "42501",
      });
    });

    test("P2 even with wider grants the guard rejects writes to server-owned columns", async () => {
      await db.owner("grant update on public.profiles to authenticated");
      await expect(db.update(who("tester"), "profiles", id("tester"), { role: "admin" })).rejects.toEqual(
        rejection("not_allowed"),
      );
      await expect(db.update(who("tester"), "profiles", id("tester"), { is_sample: true })).rejects.toEqual(
        rejection("not_allowed"),
      );
      await db.owner("revoke update on public.profiles from authenticated");
      await db.owner(
        "grant update (name, avatar_path, bio, devices, expertise, company, website, social_links, report_guide, sync_client, sync_seq) on public.profiles to authenticated",
      );
    });

    test("P2 a suspended user reads and writes nothing", async () => {
      const suspended = id("suspended");
      const active = things["active campaign"]?.id ?? "";
      expect(await db.count(suspended, "briefs", `id = '${active}'`)).toBe(1);
      await expect(db.update(suspended, "profiles", suspended, { bio: "Hello" })).rejects.toEqual(rejection("suspended"));
      await expect(report(db, active, suspended)).rejects.toEqual(rejection("suspended"));
      await expect(
        db.query(suspended, "select public.record_download($1)", [
          things["published release of published app"]?.id ?? "",
        ]),
      ).rejects.toEqual(rejection("suspended"));
    });

    test("P2 no user can act as the owner, seed data, or call the helpers", async () => {
      for (const name of ["anonymous", "tester", "admin"]) {
        // A client that could set the variable itself would still write as itself.
        await expect(
          db.as(who(name), async (s) => {
            await s.query(
              "select set_config('betaflock.seeding', 'on', true), set_config('betaflock.actor', 'seed', true)",
            );
            await s
              .query("update public.feedback set status = 'approved', usefulness = 5 where id = $1 returning id", [
                things["draft report"]?.id ?? "",
              ])
              .then((rows) => {
                if (rows.length === 0) throw Object.assign(new Error("hidden"), { code: "42501" });
              });
          }),
        ).rejects.toBeTruthy();
        for (const call of [
          "private.run_item('complete_campaigns', '')",
          "private.new_epoch()",
          "private.log_activity(null, 'x', 'x', null, '{}')",
          "(select count(*) from private.sync_state)",
        ]) {
          await expect(db.query(who(name), `select ${call}`)).rejects.toMatchObject({ sqlstate: "42501" });
        }
      }
      expect(await db.row("feedback", things["draft report"]?.id ?? "")).toMatchObject({ status: "draft" });
    });
  });
});
