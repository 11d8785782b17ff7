import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { ruleEngines } from "../fixtures/engines.ts";
import type { Row } from "../fixtures/sql/database.ts";
import { rejection } from "../fixtures/sql/rejection.ts";
import { applicationId, apply, campaign, instant, person, report } from "../fixtures/sql/rows.ts";
import { setUpDatabase, setUpPerson } from "../fixtures/sql/scenario.ts";

describe.each(ruleEngines)("%s", (kind) => {
  const db = setUpDatabase(kind);
  const dev = setUpPerson(db, "developer");
  const admin = setUpPerson(db, "admin");

  describe("accounts", () => {
    const signUp = async (metadata: Row, email = `${randomUUID()}@Example.TEST`) => {
      const id = randomUUID();
      await db.owner("insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3::jsonb)", [
        id,
        email,
        JSON.stringify(metadata),
      ]);
      return id;
    };

    test("P1 the metadata's role is read once, and only accepted for developer", async () => {
      for (const [role, becomes] of [
        ["tester", "tester"],
        ["developer", "developer"],
        ["admin", "tester"],
        ["Developer", "tester"],
        ["service_role", "tester"],
        [undefined, "tester"],
      ] as const) {
        expect(await db.row("profiles", await signUp({ name: "Somebody", role }))).toMatchObject({
          role: becomes,
          status: "active",
        });
      }
      expect(await db.row("profiles", await signUp({ role: ["admin"] }))).toMatchObject({
        role: "tester",
        name: "User",
      });
    });

    test("P1 a later change of the metadata grants nothing", async () => {
      const id = await signUp({ name: "Somebody", role: "tester" });
      await db.owner(
        "update auth.users set raw_user_meta_data = $2::jsonb, raw_app_meta_data = $2::jsonb where id = $1",
        [id, JSON.stringify({ role: "admin", name: "Root" })],
      );
      expect(await db.row("profiles", id)).toMatchObject({ role: "tester", name: "Somebody" });
      expect(await db.count(id, "profiles")).toBe(1);
    });

    test("C3 V1 sign-up creates profile and account; a one-letter name is rejected; address and last visit follow", async () => {
      const id = await signUp({ name: "  Ada  " }, "Ada.L@Example.test");
      expect(await db.row("profiles", id)).toMatchObject({ name: "Ada", email: "ada.l@example.test" });
      expect(await db.row("accounts", id)).toMatchObject({ email: "ada.l@example.test", language: "en" });
      await expect(signUp({ name: "A" })).rejects.toEqual(rejection("invalid"));
      await db.owner("update auth.users set email = 'NEW@example.test', last_sign_in_at = now() where id = $1", [id]);
      expect(await db.row("profiles", id)).toMatchObject({
        email: "new@example.test",
        last_sign_in_at: expect.anything(),
      });
      expect(await db.row("accounts", id)).toMatchObject({ email: "new@example.test" });
    });

    test("S25 S30 the account starts in the language of the sign-up page, and in English without a known one", async () => {
      for (const [language, becomes] of [
        ["es", "es"],
        ["en", "en"],
        ["fr", "en"],
        ["es'", "en"],
        [7, "en"],
        [undefined, "en"],
      ])
        expect(await db.row("accounts", await signUp({ name: "Somebody", language }))).toMatchObject({
          language: becomes,
        });
      const late = await signUp({ full_name: "From a provider" });
      const later = (language: string, id = late) =>
        db.owner("update auth.users set raw_user_meta_data = raw_user_meta_data || $2::jsonb where id = $1", [
          id,
          JSON.stringify({ language }),
        ]);
      await later("es");
      expect(await db.row("accounts", late)).toMatchObject({ language: "es" });
      await later("en"); // Changes only the metadata: the person may have chosen another language.
      expect(await db.row("accounts", late)).toMatchObject({ language: "es" });
      const older = await signUp({ full_name: "From a provider, long ago" });
      await db.owner("update auth.users set created_at = now() - interval '2 hours' where id = $1", [older]);
      await later("es", older);
      expect(await db.row("accounts", older)).toMatchObject({ language: "en" });
    });

    test("S13 renaming a user also renames them in comments, reports and applications", async () => {
      const tester = await person(db, "tester");
      const id = await campaign(db, dev);
      await apply(db, id, tester);
      const sent = await report(db, id, tester);
      const comment = randomUUID();
      await db.insert(tester, "comments", {
        ...{ id: comment, feedback_id: sent, author_id: tester },
        ...{ body: "One more thing", captured_at: instant(0) },
      });
      await db.update(tester, "profiles", tester, { name: "New Name" });
      expect((await db.row("comments", comment)).author_name).toBe("New Name");
      expect((await db.row("feedback", sent)).tester_name).toBe("New Name");
      const [application] = await db.owner(
        "select card ->> 'name' as name from public.applications where tester_id = $1",
        [tester],
      );
      expect(application).toEqual({ name: "New Name" });
    });

    test("T9 deleting a login removes the name and keeps the ledger", async () => {
      const tester = await person(db, "tester", { name: "Gone Soon" });
      const id = await campaign(db, dev);
      await apply(db, id, tester);
      await db.update(dev, "feedback", await report(db, id, tester), { status: "approved", usefulness: 4 });
      await db.owner("delete from auth.users where id = $1", [tester]);
      expect(await db.row("profiles", tester)).toMatchObject({ name: "Deleted user", email: "", _deleted: true });
      expect(await db.row("applications", await applicationId(db, id, tester))).toMatchObject({
        card: expect.objectContaining({ name: "Deleted user" }),
      });
      const left = await db.owner("select 1 from public.feedback where tester_name = 'Gone Soon'");
      expect(left).toEqual([]);
      expect(await db.owner("select 1 from public.ledger_entries where tester_id = $1", [tester])).toHaveLength(1);
      await expect(db.query(tester, "select public.sync_pull('[]'::jsonb)")).rejects.toEqual(rejection("forbidden"));
    });

    describe("S24 admins' changes to users", () => {
      const change = (who: string, id: string, what: object) =>
        db.query(who, "select public.admin_change_user($1, $2::text::jsonb)", [id, JSON.stringify(what)]);
      const profile = (id: string) => db.row<Row>("profiles", id);
      const logged = async (id: string) =>
        (
          await db.owner<{ action: string; details: Row }>(
            "select action, details from public.activity where target_id = $1 and actor_id is not null and action <> 'registered' order by created_at, sync_xid",
            [id],
          )
        ).map(({ action, details }) => [action, details.to, details.reason]);

      test("a suspension needs a reason, which the user and the log show until it ends", async () => {
        const [tess, other] = [await person(db, "tester"), await person(db, "tester")];
        for (const reason of [undefined, "  "])
          await expect(change(admin, tess, { status: "suspended", reason })).rejects.toEqual(
            rejection("reason_required"),
          );
        await expect(change(admin, tess, { status: "suspended", reason: "x".repeat(1001) })).rejects.toEqual(
          rejection("invalid"),
        );
        await change(admin, tess, { status: "suspended", reason: " Three fake reports " });
        const own = (who: string) =>
          db.query(who, "select status_reason from public.profiles where id = $1 and status = 'suspended'", [tess]);
        expect(await own(tess)).toEqual([{ status_reason: "Three fake reports" }]);
        expect(await own(other)).toEqual([]);
        await change(admin, tess, { name: "Tess Renamed" });
        expect(await profile(tess)).toMatchObject({ status: "suspended", status_reason: "Three fake reports" });
        await change(admin, tess, { status: "active" });
        expect(await profile(tess)).toMatchObject({ status: "active", status_reason: "" });
        expect((await logged(tess)).filter(([action]) => action === "status_changed")).toEqual([
          ["status_changed", "suspended", "Three fake reports"],
          ["status_changed", "active", undefined],
        ]);
      });

      test("an admin is demoted with a reason, by another admin, and never the last one", async () => {
        const second = await person(db, "admin");
        await expect(change(admin, second, { role: "tester" })).rejects.toEqual(rejection("reason_required"));
        await expect(change(admin, second, { role: "admin", reason: "No" })).rejects.toEqual(rejection("invalid"));
        for (const what of [{ role: "tester" }, { status: "suspended" }, { status: "inactive" }])
          await expect(change(admin, admin, { ...what, reason: "No" })).rejects.toEqual(rejection("not_allowed"));
        await change(admin, second, { role: "developer", reason: "Left the team" });
        expect(await profile(second)).toMatchObject({ role: "developer", status: "active", status_reason: "" });
        expect((await logged(second)).at(-1)).toEqual(["role_changed", "developer", "Left the team"]);
        const [told] = await db.query(
          second,
          "select kind, data from public.notifications where user_id = $1 and data ? 'reason'",
          [second],
        );
        expect(told).toEqual({ kind: "role_changed", data: { role: "developer", reason: "Left the team" } });
        // The part of a long reason that fits into a notification.
        const third = await person(db, "admin");
        const long = "x".repeat(1000);
        await change(admin, third, { role: "tester", reason: long });
        expect((await logged(third)).at(-1)).toEqual(["role_changed", "tester", long]);
        expect(
          await db.query(
            third,
            "select data ->> 'reason' as reason from public.notifications where user_id = $1 and data ? 'reason'",
            [third],
          ),
        ).toEqual([{ reason: long.slice(0, 400) }]);
        await expect(change(second, admin, { role: "tester", reason: "Revenge" })).rejects.toEqual(
          rejection("forbidden"),
        );
        await expect(change(admin, second, { role: "tester", reason: "No" })).rejects.toEqual(rejection("wrong_state"));
      });

      test("suspends several users in one step, all or none, skipping suspended ones and the caller", async () => {
        const several = [await person(db, "tester"), await person(db, "developer"), await person(db, "tester")];
        const all = (what: object, ids = [...several, admin, randomUUID()]) =>
          db.query(admin, "select public.admin_change_users($1::text::jsonb) as answer", [
            JSON.stringify({ user_ids: ids, ...what }),
          ]);
        await expect(all({ status: "suspended" })).rejects.toEqual(rejection("reason_required"));
        for (const wrong of [
          { status: "gone" },
          { status: "active", role: "admin" },
          { status: "active", name: "All" },
        ])
          await expect(all(wrong)).rejects.toEqual(rejection("invalid"));
        await expect(
          all(
            { status: "active" },
            Array.from({ length: 201 }, () => randomUUID()),
          ),
        ).rejects.toEqual(rejection("invalid"));
        await change(admin, several[0] ?? "", { status: "suspended", reason: "Earlier" });
        expect(await all({ status: "suspended", reason: "One ring" })).toEqual([{ answer: { changed: 2 } }]);
        expect(await Promise.all(several.map(async (id) => (await profile(id)).status_reason))).toEqual([
          ...["Earlier", "One ring", "One ring"],
        ]);
        expect(await profile(admin)).toMatchObject({ status: "active" });
        expect(await all({ status: "active" })).toEqual([{ answer: { changed: 3 } }]);
      });
    });

    test("S3 a contact message is answered by e-mail once, and records the author and time", async () => {
      const message = randomUUID();
      await db.owner(
        "insert into public.contact_messages (id, name, email, message) values ($1, 'Vera', 'vera@example.test', 'How?')",
        [message],
      );
      const reply = (who: string, id: string, text: string, of = message) =>
        db.query(who, "select public.admin_reply_message($1, $2, $3)", [of, id, text]);
      const id = randomUUID();
      for (let n = 0; n < 2; n++) await reply(admin, id, " Like this. ");
      const mails = () =>
        db.owner<Row>(
          "select email, kind, data ->> 'text' as text, link from private.deliveries where kind = 'contact_reply'",
        );
      expect(await mails()).toEqual([
        { email: "vera@example.test", kind: "contact_reply", text: "Like this.", link: "" },
      ]);
      const [page] = await db.query<{ page: { rows: Row[] } }>(
        admin,
        'select public.admin_messages(\'{"show": "all"}\') as page',
      );
      expect(page?.page.rows.find((row) => row.id === message)?.replies).toMatchObject([
        { id, text: "Like this.", author_name: (await db.row("profiles", admin)).name },
      ]);
      await expect(reply(dev, randomUUID(), "Hello")).rejects.toEqual(rejection("forbidden"));
      await expect(reply(admin, randomUUID(), "Hello", randomUUID())).rejects.toEqual(rejection("missing_parent"));
      // The delivery status, as long as it is stored.
      const delivery = async () => {
        const [shown] = await db.query<{ page: { rows: { id: string; replies: Row[] }[] } }>(
          admin,
          'select public.admin_messages(\'{"show": "all"}\') as page',
        );
        const [one] = shown?.page.rows.find((row) => row.id === message)?.replies ?? [];
        return [one?.delivery, one?.failure];
      };
      const attempt = async (outcome: string, failure?: string) => {
        const [due] = await db.owner<{ id: string }>(
          "select id::text from private.deliveries where kind = 'contact_reply'",
        );
        const results = [{ id: Number(due?.id), outcome, ...(failure === undefined ? {} : { failure }) }];
        await db.owner("select public.complete_deliveries($1::jsonb)", [JSON.stringify(results)]);
      };
      expect(await delivery()).toEqual(["waiting", ""]);
      await attempt("retry", `451 Try later ${"x".repeat(300)}`);
      expect(await delivery()).toEqual(["waiting", `451 Try later ${"x".repeat(286)}`]);
      await attempt("done");
      expect(await delivery()).toEqual(["sent", ""]);
      // Gives up after six attempts, after three days, and without a mail server.
      const again = async () => {
        await db.owner("delete from private.contact_replies where id = $1", [id]);
        await reply(admin, id, "Like this.");
      };
      await again();
      await db.owner("update private.deliveries set attempts = 6 where kind = 'contact_reply'");
      await attempt("retry", "550 No such mailbox");
      expect(await delivery()).toEqual(["failed", "550 No such mailbox"]);
      await again();
      await db.owner(
        "update private.deliveries set created_at = now() - interval '4 days' where kind = 'contact_reply'",
      );
      await db.owner("select private.delete_old_deliveries()");
      expect(await delivery()).toEqual(["failed", ""]);
      await again();
      await attempt("done", "not_set_up");
      expect(await delivery()).toEqual(["failed", "not_set_up"]);
      for (const wrong of [" ", "x".repeat(5001)])
        await expect(reply(admin, randomUUID(), wrong)).rejects.toEqual(rejection("invalid"));
      for (let n = 1; n < 20; n++) await reply(admin, randomUUID(), "Again");
      await expect(reply(admin, randomUUID(), "Too often")).rejects.toEqual(rejection("too_many"));
      await db.owner("delete from public.contact_messages where id = $1", [message]);
    });

    describe("C1 the existence check", () => {
      const ask = (email: string, address: string, agent = "a browser") =>
        db.as(
          null,
          async (s) => (await s.query<{ yes: boolean }>("select public.email_exists($1) as yes", [email]))[0]?.yes,
          { "x-forwarded-for": address, "user-agent": agent },
        );
      const answered = async (times: number, address: (i: number) => string, agent: (i: number) => string) => {
        let yes = 0;
        for (let i = 0; i < times; i++)
          yes += await ask("unknown@example.test", address(i), agent(i)).then(
            () => 1,
            (error: unknown) => {
              expect(error).toMatchObject({ sqlstate: "PT429", code: "rate_limited" });
              return 0;
            },
          );
        return yes;
      };
      beforeEach(() => db.owner("delete from private.rate_limits"));

      test("C1 answers yes or no, ignoring case", async () => {
        await signUp({ name: "Somebody" }, "known@example.test");
        expect(await ask("KNOWN@example.test ", "10.0.0.1")).toBe(true);
        expect(await ask("unknown@example.test", "10.0.0.1")).toBe(false);
        await expect(ask("", "10.0.0.1")).rejects.toEqual(rejection("invalid"));
        await expect(db.query(null, "select email from public.profiles")).rejects.toMatchObject({ sqlstate: "42501" });
      });

      test("C1 one browser gets few answers, and a colleague behind the same address has a separate limit", async () => {
        const one = await answered(
          30,
          () => "10.0.0.1",
          () => "one browser",
        );
        // Twice as many if a new five-minute period begins during the test.
        expect(one).toBeGreaterThanOrEqual(10);
        expect(one).toBeLessThanOrEqual(20);
        expect(await ask("unknown@example.test", "10.0.0.1", "another browser")).toBe(false);
        expect(await ask("unknown@example.test", "10.0.0.2", "one browser")).toBe(false);
      });

      test("C1 changing the browser's name, or the IPv6 address within a network, does not exceed the network's limit", async () => {
        expect(
          await answered(
            200,
            () => "10.0.0.3",
            (i) => `browser ${i}`,
          ),
        ).toBeLessThanOrEqual(80);
        const own = await answered(
          200,
          (i) => `2001:db8:1:2::${i.toString(16)}`,
          (i) => `browser ${i}`,
        );
        expect(own).toBeLessThanOrEqual(80);
        expect(await ask("unknown@example.test", "2001:db8:1:3::1")).toBe(false);
        // An IPv4-mapped address of a dual-stack socket is not an IPv6 network.
        await answered(
          60,
          () => "::ffff:10.0.0.4",
          () => "one browser",
        );
        expect(await ask("unknown@example.test", "::ffff:10.0.0.5", "one browser")).toBe(false);
      });

      test("C1 twenty callers who use up their limits leave the next caller's", async () => {
        expect(
          await answered(
            20 * 45,
            (i) => `10.0.1.${i % 20}`,
            (i) => `browser ${i % 7}`,
          ),
        ).toBeGreaterThan(600);
        expect(await ask("unknown@example.test", "10.0.2.1")).toBe(false);
      });
    });

    test("S3 visitors can send the admins a message, but not in another user's name", async () => {
      const message = { name: "Laura", email: "laura@example.test", message: "Hello" };
      const write = (who: string | null, more: Row) =>
        db.insert(who, "contact_messages", { id: randomUUID(), ...message, ...more });
      await write(null, {});
      await write(dev, { user_id: dev });
      await expect(write(null, { user_id: dev })).rejects.toMatchObject({ sqlstate: "42501" });
      await expect(write(null, { email: "nobody" })).rejects.toMatchObject({ sqlstate: "23514" });
      expect(await db.count(admin, "contact_messages")).toBe(2);
      expect(await db.count(dev, "contact_messages")).toBe(0);
    });
  });
});
