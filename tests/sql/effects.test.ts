// What follows from a change: rewards, karma, accounts, files, what falls due.
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { kinds, type Row } from "../fixtures/sql/database.ts";
import { refused } from "../fixtures/sql/refused.ts";
import { applicationId, apply, campaign, day, instant, person, report } from "../fixtures/sql/rows.ts";
import { setUpDatabase, setUpPerson } from "../fixtures/sql/scenario.ts";

describe.each(kinds)("%s", (kind) => {
  const db = setUpDatabase(kind);
  const dev = setUpPerson(db, "developer");
  const admin = setUpPerson(db, "admin");

  const approve = (id: string, usefulness = 4) => db.update(dev, "feedback", id, { status: "approved", usefulness });
  const rewardsOf = (tester: string) =>
    db.owner<{ model: string; amount_cents: number; status: string }>(
      "select model, amount_cents, status from public.rewards where tester_id = $1 order by earned_at, id",
      [tester],
    );

  describe("rewards", () => {
    test("S12 testing: one reward per tester and campaign, at the first approved report", async () => {
      const tester = await person(db, "tester");
      const id = await campaign(db, dev, { reward_amount_cents: 2000, currency: "EUR" });
      await apply(db, id, tester);
      for (let i = 0; i < 3; i++) await approve(await report(db, id, tester));
      expect(await rewardsOf(tester)).toEqual([{ model: "testing", amount_cents: 2000, status: "earned" }]);
      expect(
        await db.owner("select kind, amount_cents, currency from public.ledger_entries where tester_id = $1", [tester]),
      ).toEqual([{ kind: "earned", amount_cents: 2000, currency: "EUR" }]);
      const kinds = await db.owner<{ kind: string; n: number }>(
        "select kind, count(*)::int as n from public.notifications where user_id = $1 group by kind order by kind",
        [tester],
      );
      expect(kinds).toEqual([
        { kind: "application_accepted", n: 1 },
        { kind: "feedback_approved", n: 3 },
        { kind: "reward_earned", n: 1 },
      ]);
    });

    test("S12 suggestions: one per approved suggestion; downloading: one per release that was downloaded and reported on", async () => {
      const tester = await person(db, "tester");
      const ideas = await campaign(db, dev, { reward_model: "suggestions", reward_amount_cents: 300 });
      await apply(db, ideas, tester);
      await approve(await report(db, ideas, tester));
      await approve(await report(db, ideas, tester, { type: "feature" }));
      await approve(await report(db, ideas, tester, { type: "feature" }));
      expect((await rewardsOf(tester)).map((r) => r.amount_cents)).toEqual([300, 300]);

      const app = randomUUID();
      const release = randomUUID();
      await db.insert(dev, "apps", { id: app, developer_id: dev, title: "App", description: "An app" });
      await db.insert(dev, "releases", { id: release, app_id: app, developer_id: dev, version: "1" });
      const builds = await campaign(db, dev, { reward_model: "downloading", reward_amount_cents: 500 });
      await db.update(dev, "briefs", builds, { release_id: release });
      const application = await apply(db, builds, tester);
      await approve(await report(db, builds, tester));
      expect((await rewardsOf(tester)).filter((r) => r.model === "downloading")).toEqual([]);
      // Noted by the device while it was offline; the server takes it for the download of the
      // brief's release.
      await db.update(tester, "applications", application, { downloaded_at: instant(0) });
      expect(await db.row("releases", release)).toMatchObject({ downloads: 1 });
      await approve(await report(db, builds, tester));
      await approve(await report(db, builds, tester));
      expect((await rewardsOf(tester)).filter((r) => r.model === "downloading")).toEqual([
        { model: "downloading", amount_cents: 500, status: "earned" },
      ]);
    });

    test("S13 karma and rating are computed from the events, and a duplicate costs nothing", async () => {
      const tester = await person(db, "tester");
      const id = await campaign(db, dev);
      await apply(db, id, tester);
      const first = await report(db, id, tester);
      await approve(first, 5);
      await approve(await report(db, id, tester), 2);
      expect(await db.row("profiles", tester)).toMatchObject({ karma: 2 * 10 + 2 * 7, tests_completed: 0 });
      expect(Number((await db.row<{ rating: string }>("profiles", tester)).rating)).toBe(3.5);
      await db.update(dev, "feedback", await report(db, id, tester), {
        status: "rejected",
        reason_code: "out_of_scope",
      });
      expect(await db.row("profiles", tester)).toMatchObject({ karma: 34 - 5 });
      await db.update(dev, "feedback", await report(db, id, tester), {
        status: "rejected",
        reason_code: "duplicate",
        duplicate_of: first,
      });
      expect(await db.row("profiles", tester)).toMatchObject({ karma: 34 - 5 });
      await db.update(dev, "campaigns", id, { status: "completed" });
      expect(await db.row("profiles", tester)).toMatchObject({ karma: 34 - 5 + 20, tests_completed: 1 });
      expect(await db.row("applications", await applicationId(db, id, tester))).toMatchObject({ status: "completed" });
    });

    test("T6 a test is completed by its first approved report, also when that comes after the campaign's end", async () => {
      const tester = await person(db, "tester");
      const id = await campaign(db, dev);
      await apply(db, id, tester);
      const late = await report(db, id, tester);
      await db.update(dev, "campaigns", id, { status: "completed" });
      expect(await db.row("applications", await applicationId(db, id, tester))).toMatchObject({ status: "accepted" });
      await approve(late, 1);
      expect(await db.row("applications", await applicationId(db, id, tester))).toMatchObject({ status: "completed" });
      expect(await db.row("profiles", tester)).toMatchObject({ karma: 10 + 2 + 20, tests_completed: 1 });
    });

    test("S14 a campaign's counters: testers, reports, those that wait, progress", async () => {
      const id = await campaign(db, dev, { max_testers: 4 });
      const testers = [await person(db, "tester"), await person(db, "tester")];
      for (const t of testers) await apply(db, id, t);
      const sent = await report(db, id, testers[0] ?? "");
      await report(db, id, testers[0] ?? "");
      await report(db, id, testers[1] ?? "", { status: "draft" });
      expect(await db.row("campaigns", id)).toMatchObject({
        testers_joined: 2,
        feedback_count: 2,
        new_feedback_count: 2,
        progress: 25,
      });
      await approve(sent);
      expect(await db.row("campaigns", id)).toMatchObject({ feedback_count: 2, new_feedback_count: 1, progress: 25 });
      await db.update(dev, "campaigns", id, { max_testers: 8 });
      expect(await db.row("campaigns", id)).toMatchObject({ progress: 12 });
    });

    test("T8 a payout takes all earned rewards of its currency; failed frees them, paid settles the ledger", async () => {
      const tester = await person(db, "tester");
      for (const [currency, amount] of [
        ["USD", 1000],
        ["USD", 500],
        ["EUR", 700],
      ] as const) {
        const id = await campaign(db, dev, { currency, reward_amount_cents: amount });
        await apply(db, id, tester);
        await approve(await report(db, id, tester));
      }
      const ask = (currency = "USD", more: Row = {}) => {
        const id = randomUUID();
        return db.insert(tester, "payouts", { id, tester_id: tester, currency, ...more }).then(() => id);
      };
      await expect(ask()).rejects.toEqual(refused("no_paypal"));
      await db.update(tester, "accounts", tester, { paypal_email: "me@example.test" });
      await expect(ask("USD", { amount_cents: 99_999 })).rejects.toMatchObject({ sqlstate: "42501" });
      const paypal = (on: boolean) =>
        db.owner(
          `update public.settings set saved_at = ${on ? "null" : "now()"},
             "values" = "values" || jsonb_build_object('paypal', $1::boolean) where section = 'payments'`,
          [on],
        );
      await paypal(false);
      await expect(ask()).rejects.toEqual(refused("not_allowed"));
      await paypal(true);
      const first = await ask();
      expect(await db.row("payouts", first)).toMatchObject({
        amount_cents: 1500,
        paypal_email: "me@example.test",
        status: "requested",
      });
      await expect(ask()).rejects.toEqual(refused("no_rewards"));
      expect(await db.update(tester, "payouts", first, { status: "paid" })).toBe(0);
      await expect(db.update(admin, "payouts", first, { status: "failed" })).rejects.toEqual(
        refused("reason_required"),
      );
      await db.update(admin, "payouts", first, { status: "failed", reason: "Unknown address" });
      expect((await rewardsOf(tester)).map((r) => r.status)).toEqual(["earned", "earned", "earned"]);
      const second = await ask();
      await db.update(admin, "payouts", second, { status: "paid" });
      await expect(db.update(admin, "payouts", second, { status: "failed", reason: "No" })).rejects.toEqual(
        refused("wrong_state"),
      );
      const balance = await db.owner(
        "select currency, sum(amount_cents)::int as cents from public.ledger_entries where tester_id = $1 group by 1 order by 1",
        [tester],
      );
      expect(balance).toEqual([
        { currency: "EUR", cents: 700 },
        { currency: "USD", cents: 0 },
      ]);
      const [euro] = await db.owner<{ id: string }>(
        "select id from public.rewards where tester_id = $1 and currency = 'EUR'",
        [tester],
      );
      await expect(db.query(tester, "select public.void_reward($1, 'no')", [euro?.id ?? ""])).rejects.toEqual(
        refused("forbidden"),
      );
      await db.query(admin, "select public.void_reward($1, 'Fraud')", [euro?.id ?? ""]);
      await expect(db.query(admin, "select public.void_reward($1, 'Again')", [euro?.id ?? ""])).rejects.toEqual(
        refused("wrong_state"),
      );
      await expect(ask("EUR")).rejects.toEqual(refused("no_rewards"));
    });
  });

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

    test("P1 the role in the metadata is looked at once, and only for developer", async () => {
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

    test("C3 V1 signing up makes profile and account; a name of one letter is refused; address and last visit follow", async () => {
      const id = await signUp({ name: "  Ada  " }, "Ada.L@Example.test");
      expect(await db.row("profiles", id)).toMatchObject({ name: "Ada", email: "ada.l@example.test" });
      expect(await db.row("accounts", id)).toMatchObject({ email: "ada.l@example.test", language: "en" });
      await expect(signUp({ name: "A" })).rejects.toEqual(refused("invalid"));
      await db.owner("update auth.users set email = 'NEW@example.test', last_sign_in_at = now() where id = $1", [id]);
      expect(await db.row("profiles", id)).toMatchObject({
        email: "new@example.test",
        last_sign_in_at: expect.anything(),
      });
      expect(await db.row("accounts", id)).toMatchObject({ email: "new@example.test" });
    });

    test("S13 a renamed person has one name: comments, reports and applications take it over", async () => {
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

    test("T9 a deleted login leaves a person without a name, and the ledger", async () => {
      const tester = await person(db, "tester", { name: "Gone Soon" });
      const id = await campaign(db, dev);
      await apply(db, id, tester);
      await approve(await report(db, id, tester));
      await db.owner("delete from auth.users where id = $1", [tester]);
      expect(await db.row("profiles", tester)).toMatchObject({ name: "Deleted user", email: "", _deleted: true });
      expect(await db.row("applications", await applicationId(db, id, tester))).toMatchObject({
        card: expect.objectContaining({ name: "Deleted user" }),
      });
      const left = await db.owner("select 1 from public.feedback where tester_name = 'Gone Soon'");
      expect(left).toEqual([]);
      expect(await db.owner("select 1 from public.ledger_entries where tester_id = $1", [tester])).toHaveLength(1);
      await expect(db.query(tester, "select public.sync_pull('[]'::jsonb)")).rejects.toEqual(refused("forbidden"));
    });

    describe("C1 the existence check", () => {
      const ask = (email: string, address: string, agent = "a browser") =>
        db.as(
          null,
          async (s) => (await s.query<{ yes: boolean }>("select public.email_exists($1) as yes", [email]))[0]?.yes,
          { "x-forwarded-for": address, "user-agent": agent },
        );
      /** How many of so many questions are answered. */
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

      test("C1 answers yes or no, in any case of letters", async () => {
        await signUp({ name: "Somebody" }, "known@example.test");
        expect(await ask("KNOWN@example.test ", "10.0.0.1")).toBe(true);
        expect(await ask("unknown@example.test", "10.0.0.1")).toBe(false);
        await expect(ask("", "10.0.0.1")).rejects.toEqual(refused("invalid"));
        await expect(db.query(null, "select email from public.profiles")).rejects.toMatchObject({ sqlstate: "42501" });
      });

      test("C1 one browser has few answers, and a colleague behind the same address has his own", async () => {
        const one = await answered(
          30,
          () => "10.0.0.1",
          () => "one browser",
        );
        // Twice as many where five minutes of the clock end meanwhile.
        expect(one).toBeGreaterThanOrEqual(10);
        expect(one).toBeLessThanOrEqual(20);
        expect(await ask("unknown@example.test", "10.0.0.1", "another browser")).toBe(false);
        expect(await ask("unknown@example.test", "10.0.0.2", "one browser")).toBe(false);
      });

      test("C1 a browser that changes its name, or its IPv6 address within a network, gets no more than the network has", async () => {
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
        // An IPv4 address as a socket of both kinds writes it is no IPv6 network.
        await answered(
          60,
          () => "::ffff:10.0.0.4",
          () => "one browser",
        );
        expect(await ask("unknown@example.test", "::ffff:10.0.0.5", "one browser")).toBe(false);
      });

      test("C1 twenty callers who use up theirs leave the next one his", async () => {
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

    test("S3 anybody leaves a message for the admins, in nobody else's name", async () => {
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

  describe("files", () => {
    const put = (who: string | null, bucket: string, name: string, size = 3) =>
      db.query(who, "insert into storage.objects (bucket_id, name, metadata) values ($1, $2, $3::jsonb)", [
        bucket,
        name,
        JSON.stringify({ size }),
      ]);
    const sees = async (who: string | null, name: string) =>
      (await db.query(who, "select 1 from storage.objects where name = $1", [name])).length === 1;

    test("P4 own folder only, each bucket's readers, admins all", async () => {
      const tester = await person(db, "tester");
      const other = await person(db, "tester");
      for (const bucket of ["attachments", "avatars"]) await put(tester, bucket, `${tester}/${bucket}`);
      await db.owner("insert into storage.objects (bucket_id, name) values ('files', $1)", [`${tester}/files`]);
      for (const [who, bucket, name] of [
        // Written by the function `storage` alone, which asks for the person's quota first.
        [tester, "files", `${tester}/x`],
        [tester, "attachments", `${other}/x`],
        [tester, "attachments", "x"],
        [tester, "attachments", `${tester}/../${other}/x`],
        [tester, "releases", `${tester}/x`],
        [tester, "app-content", `${tester}/x`],
        [null, "files", "x"],
        [null, "avatars", `${tester}/y`],
      ] as const) {
        await expect(put(who, bucket, name)).rejects.toMatchObject({ sqlstate: "42501" });
      }
      expect(await sees(other, `${tester}/files`)).toBe(false);
      expect(await sees(other, `${tester}/attachments`)).toBe(false);
      // Public: read by its address, which asks no policy; listed by nobody.
      for (const who of [null, other]) expect(await sees(who, `${tester}/avatars`)).toBe(false);
      expect(await sees(admin, `${tester}/files`)).toBe(true);
      expect(
        await db.query(other, "update storage.objects set name = $1 where name = $2 returning id", [
          `${other}/mine`,
          `${tester}/attachments`,
        ]),
      ).toEqual([]);
      expect(
        await db.query(other, "delete from storage.objects where name = $1 returning id", [`${tester}/files`]),
      ).toEqual([]);
      await expect(
        db.query(tester, "update storage.objects set name = $1 where name = $2", [
          `${other}/x`,
          `${tester}/attachments`,
        ]),
      ).rejects.toMatchObject({ sqlstate: "42501" });
      await db.owner("update public.profiles set status = 'suspended' where id = $1", [other]);
      await expect(put(other, "attachments", `${other}/x`)).rejects.toMatchObject({ sqlstate: "42501" });
    });

    test("S22 P4 a stored file is an object and a row together; name, room and quota are reserved before", async () => {
      const reserve = async (name: string, size = 3, who = dev) => {
        const [row] = await db.query<{ id: string }>(who, "select public.storage_reserve($1, $2, 'text/plain') as id", [
          name,
          size,
        ]);
        return row?.id ?? "";
      };
      const store = (id: string, who = dev) =>
        db.owner("insert into storage.objects (bucket_id, name) values ('files', $1)", [`${who}/${id}`]);
      const row = async (id: string) =>
        (
          await db.owner("select owner_id, file_name, size_bytes::int, _deleted from public.files where id = $1", [id])
        )[0];
      const id = await reserve("docs/Größe 测试.txt", 5);
      expect(await row(id)).toBeUndefined();
      // The first try was cut: the second takes its place, and the first can no longer end.
      const cut = await reserve("docs/cut.txt");
      const second = await reserve("docs/cut.txt");
      await expect(store(cut)).rejects.toEqual(refused("wrong_state"));
      await store(second);
      await store(id);
      const file = { owner_id: dev, file_name: "docs/Größe 测试.txt", size_bytes: 5, _deleted: false };
      expect(await row(id)).toEqual(file);
      await expect(reserve("docs/Größe 测试.txt")).rejects.toEqual(refused("duplicate"));
      // Another's reservation is not taken.
      const other = await reserve("other.txt");
      await expect(store(other, admin)).rejects.toEqual(refused("wrong_state"));
      expect(await row(other)).toBeUndefined();
      for (const name of [
        "",
        "/x",
        "x/",
        "a//b",
        "../x",
        "a/../b",
        "a\\b",
        " x",
        "a\nb",
        "x".repeat(256),
        `${"y/".repeat(200)}z`,
      ]) {
        await expect(reserve(name), name).rejects.toEqual(refused("invalid"));
      }
      await reserve("n".repeat(255));
      await expect(reserve("empty.txt", 0)).rejects.toEqual(refused("invalid"));
      await expect(reserve("large.bin", 1_073_741_824)).rejects.toEqual(refused("quota"));
      await expect(reserve("x", 3, await person(db, "tester"))).rejects.toEqual(refused("forbidden"));
      await db.owner("delete from storage.objects where name = $1", [`${dev}/${id}`]);
      expect(await row(id)).toEqual({ ...file, _deleted: true });
    });

    test("P4 S11 a report's files open to its developer once it is sent, and are marked as arrived when they are whole", async () => {
      const tester = await person(db, "tester");
      const otherDev = await person(db, "developer");
      const id = await campaign(db, dev);
      await apply(db, id, tester);
      const sha256 = "a".repeat(64);
      const file = {
        id: randomUUID(),
        name: "photo.jpg",
        type: "image/jpeg",
        size: 3,
        sha256,
        width: null,
        height: null,
      };
      const r = await report(db, id, tester, { status: "draft", attachments: [file] });
      const name = `${tester}/${sha256}`;
      const arrived = async (who: string, attachment = file.id) =>
        (await db.query<{ yes: boolean }>(who, "select public.attachment_arrived($1, $2) as yes", [r, attachment]))[0]
          ?.yes;
      expect(await arrived(tester)).toBe(false);
      await put(tester, "attachments", name, 2);
      expect(await arrived(tester)).toBe(false);
      await db.owner(`update storage.objects set metadata = '{"size": 3}' where name = $1`, [name]);
      expect(await arrived(tester)).toBe(true);
      expect(await arrived(tester)).toBe(true);
      expect(await db.row("feedback", r)).toMatchObject({ uploaded: [file.id] });
      await expect(arrived(dev)).rejects.toEqual(refused("forbidden"));
      await expect(arrived(tester, randomUUID())).rejects.toEqual(refused("invalid"));
      expect(await sees(dev, name)).toBe(false);
      await db.update(tester, "feedback", r, { status: "submitted" });
      expect(await sees(dev, name)).toBe(true);
      expect(await sees(otherDev, name)).toBe(false);
    });

    test("P4 a build opens with the release that names it, and a release names files of its own developer only", async () => {
      const tester = await person(db, "tester");
      const otherDev = await person(db, "developer");
      const app = randomUUID();
      const release = randomUUID();
      const name = `${dev}/${release}.apk`;
      await put(dev, "releases", name);
      await db.insert(dev, "apps", { id: app, developer_id: dev, title: "App", description: "An app" });
      await db.insert(dev, "releases", { id: release, app_id: app, developer_id: dev, version: "1", file_path: name });
      expect([await sees(dev, name), await sees(tester, name), await sees(null, name)]).toEqual([true, false, false]);
      const id = await campaign(db, dev);
      await db.update(dev, "briefs", id, { release_id: release });
      await apply(db, id, tester);
      expect([await sees(tester, name), await sees(null, name)]).toEqual([true, false]);
      const theirs = randomUUID();
      await db.insert(otherDev, "apps", { id: theirs, developer_id: otherDev, title: "App", description: "An app" });
      await expect(
        db.insert(otherDev, "releases", {
          id: randomUUID(),
          app_id: theirs,
          developer_id: otherDev,
          version: "1",
          file_path: name,
        }),
      ).rejects.toMatchObject({ sqlstate: "23514" });
      await db.update(dev, "releases", release, { status: "published" });
      expect(await sees(null, name)).toBe(false);
      await db.update(dev, "apps", app, { status: "published" });
      const everybody = async () => [await sees(dev, name), await sees(tester, name), await sees(null, name)];
      expect(await everybody()).toEqual([true, true, true]);
      // Called back: the app for those outside its tests, the release for all.
      await db.update(dev, "apps", app, { status: "unpublished" });
      expect(await everybody()).toEqual([true, true, false]);
      await db.update(dev, "apps", app, { status: "published" });
      await db.update(dev, "releases", release, { status: "withdrawn" });
      expect(await everybody()).toEqual([true, false, false]);
    });

    test.each([
      ["no list", {}],
      ["no checksum", [{ id: randomUUID(), name: "a", type: "b", size: 1, sha256: "x", width: null, height: null }]],
      [
        "too large",
        [
          {
            id: randomUUID(),
            name: "a",
            type: "b",
            size: 52_428_801,
            sha256: "a".repeat(64),
            width: null,
            height: null,
          },
        ],
      ],
      ["no id", [{ id: "x", name: "a", type: "b", size: 1, sha256: "a".repeat(64), width: null, height: null }]],
      [
        "too many",
        Array.from({ length: 21 }, () => ({
          id: randomUUID(),
          name: "a",
          type: "b",
          size: 1,
          sha256: "a".repeat(64),
          width: null,
          height: null,
        })),
      ],
    ])("V5 a report's list of files is refused when it is: %s", async (_, attachments) => {
      const tester = await person(db, "tester");
      const id = await campaign(db, dev);
      await apply(db, id, tester);
      await expect(report(db, id, tester, { status: "draft", attachments })).rejects.toMatchObject({
        sqlstate: "23514",
      });
    });
  });

  describe("what falls due", () => {
    test("T5 T7 an ended campaign is completed, an unanswered report approved, once", async () => {
      const tester = await person(db, "tester");
      const ended = await campaign(db, dev);
      const running = await campaign(db, dev);
      for (const id of [ended, running]) await apply(db, id, tester);
      const r = await report(db, running, tester);
      const fresh = await report(db, running, tester);
      await db.withoutMoves(`update public.campaigns set end_date = '${day(-1)}' where id = '${ended}'`);
      await db.withoutMoves(`update public.feedback set due_at = now() - interval '1 minute' where id = '${r}'`);
      const [first] = await db.owner<{ due: Row }>("select private.run_scheduled_jobs() as due");
      expect(first?.due).toEqual({ campaigns_completed: 1, reports_approved: 1, purged: 0, failed: 0 });
      expect(await db.row("campaigns", ended)).toMatchObject({ status: "completed" });
      expect(await db.row("feedback", r)).toMatchObject({
        status: "approved",
        usefulness: 3,
        sync_client: "",
        reason: "automatic",
      });
      expect(await db.row("feedback", fresh)).toMatchObject({ status: "submitted" });
      expect(await rewardsOf(tester)).toHaveLength(1);
      const [second] = await db.owner<{ due: Row }>("select private.run_scheduled_jobs() as due");
      expect(second?.due).toEqual({ campaigns_completed: 0, reports_approved: 0, purged: 0, failed: 0 });
    });
  });
});
