// Hostile input to sync_push and sync_pull must yield a rejection of its row with a code: it never
// stops a batch, and never stores a row that another device cannot read.
import { randomUUID } from "node:crypto";
import * as fc from "fast-check";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { type CollectionName, schemas } from "../../sync/schema/collections.ts";
import { ruleEngines } from "../fixtures/engines.ts";
import { become, type Row } from "../fixtures/sql/database.ts";
import { applicationId, apply, campaign, campaignInput, instant, person, report } from "../fixtures/sql/rows.ts";
import { setUpCampaign, setUpDatabase } from "../fixtures/sql/scenario.ts";
import { type Pushed, pull, pullRows, push } from "../fixtures/sql/sync-calls.ts";

describe.each(ruleEngines)("%s", (kind) => {
  const db = setUpDatabase(kind);
  const { dev, tester, other, open, draft } = setUpCampaign(db);

  /** Sends a batch as text, because JSON can contain values that PostgreSQL cannot store. */
  const pushText = async (who: string, collection: string, text: string): Promise<Pushed> => {
    const [row] = await db.query<{ answer: Pushed }>(who, "select public.sync_push($1, $2::json) as answer", [
      collection,
      text,
    ]);
    if (!row) throw new Error("no answer");
    return row.answer;
  };

  test("V5 O2 a NUL or half an emoji rejects its row by id; the others are accepted unchanged", async () => {
    const rows = [
      draft(),
      draft({ details: "before\u0000after" }),
      draft({ summary: "half \ud83d" }),
      draft({ attachments: [{ id: randomUUID(), name: "\udc00" }] }),
      draft({ details: "C:\\u0000 and \\ud83d are letters, 😀 is an emoji" }),
      draft(),
    ];
    const answer = await pushText(tester, "feedback", JSON.stringify(rows.map((doc) => ({ newDocumentState: doc }))));
    expect(answer.rejected.map((r) => [r.id, r.code])).toEqual([1, 2, 3].map((i) => [rows[i]?.id, "invalid"]));
    expect(answer.applied.map((r) => r.id)).toEqual([0, 4, 5].map((i) => rows[i]?.id));
    expect(answer.applied[1]?.details).toBe(rows[4]?.details);
  });

  const wrong: [string, Row][] = [
    ["a text of a megabyte", { details: "x".repeat(1_000_000) }],
    ["a list that is none", { attachments: "[]" }],
    ["a list of something else", { attachments: [[[1]]] }],
    ["an object where a list belongs", { attachments: { id: 1 } }],
    ["null where there is none", { summary: null }],
    ["null for a list", { attachments: null }],
    ["a word for a number", { rating: "five" }],
    ["a number that is too large", { rating: 99_999_999_999 }],
    ["a rating below zero", { rating: -1 }],
    ["a day that is none", { captured_at: "2026-02-31T00:00:00.000Z" }],
    ["a time before all others", { captured_at: "-infinity" }],
    ["a type that is none", { type: "rant" }],
    ["a release that is no uuid", { release_id: "'; drop table feedback; --" }],
    ["an id that is no uuid", { id: "1 or 1=1" }],
    ["no id", { id: null }],
    ["a stamp that is too long", { sync_client: "x".repeat(37) }],
    ["a counter that overflows", { sync_seq: 2_147_483_648 }],
    ["a counter that leaves no number for others", { sync_seq: 2_000_000_001 }],
    ["half a pixel", { attachments: [{ ...file(), width: 1.5 }] }],
    ["a file with something beside it", { attachments: [{ ...file(), extra: "x" }] }],
  ];
  function file(): Row {
    return { id: randomUUID(), name: "a", type: "b", size: 1, sha256: "a".repeat(64), width: null, height: null };
  }
  test("V5 a wrong type, size or shape rejects its row", async () => {
    const good = draft({ attachments: [file()] });
    const rows = [...wrong.map(([, change]) => draft(change)), good];
    const answer = await push(
      db,
      tester,
      "feedback",
      rows.map((doc) => ({ doc })),
    );
    expect(wrong.map(([name], i) => [name, answer.rejected[i]?.code])).toEqual(
      wrong.map(([name]) => [name, "invalid"]),
    );
    expect(answer.applied.map((r) => r.id)).toEqual([good.id]);
  });

  test("V5 invalid elements, deep JSON, unknown columns and collections, too many rows", async () => {
    const nested = draft({ attachments: 0 });
    const deep = JSON.stringify(nested).replace(
      '"attachments":0',
      `"attachments":${"[".repeat(3000)}${"]".repeat(3000)}`,
    );
    const text = `[1, null, "x", [], {}, {"newDocumentState": 3}, {"newDocumentState": ${deep}}]`;
    const answer = await pushText(tester, "feedback", text);
    expect(answer.rejected.map((r) => r.code)).toEqual(Array(7).fill("invalid"));
    expect(answer.rejected[6]?.id).toBe(nested.id);
    const odd = draft({ surprise: 1, "id; drop table": 2 });
    expect((await push(db, tester, "feedback", [{ doc: odd }])).rejected).toEqual([]);
    for (const name of [
      "ledger_entries",
      "state_transitions",
      "sync_rejections",
      "feedback; drop table x",
      "",
      "FEEDBACK",
    ]) {
      await expect(push(db, tester, name, [])).rejects.toMatchObject({ code: "unknown_collection" });
    }
    await expect(push(db, null, "feedback", [])).rejects.toMatchObject({ sqlstate: "42501" });
    const many = Array.from({ length: 501 }, () => ({ doc: draft() }));
    await expect(push(db, tester, "feedback", many)).rejects.toMatchObject({ code: "invalid" });
  });

  test("P1 P2 replication cannot turn a user into an admin or another user", async () => {
    const own = (await pullRows(db, tester, "profiles"))[0] ?? {};
    const stamped = (doc: Row) => ({ ...doc, sync_client: "phone", sync_seq: 50 });
    for (const change of [{ role: "admin" }, { karma: 9 }, { is_sample: true }]) {
      const doc = stamped({ ...own, ...change });
      const { applied, rejected } = await push(db, tester, "profiles", [{ doc, assumed: own }]);
      expect([change, applied, rejected.map((r) => r.code)]).toEqual([change, [], ["not_allowed"]]);
      // An edit without a base version is a conflict and changes nothing.
      expect((await push(db, tester, "profiles", [{ doc }])).applied).toEqual([]);
    }
    const theirs = stamped({ ...own, id: other });
    expect((await push(db, tester, "profiles", [{ doc: theirs, assumed: own }])).rejected[0]?.code).toBe("forbidden");
    // Claims that the server had sent this before.
    const claimed = { ...own, role: "admin" };
    await push(db, tester, "profiles", [{ doc: stamped(claimed), assumed: claimed }]);
    expect(await db.row("profiles", tester)).toMatchObject({ role: "tester", karma: 0 });
  });

  test("P2 other users' rows: not by their id, under a foreign parent, or as their owner", async () => {
    const theirs = await report(db, open, other, { status: "draft" });
    const row = (await pullRows(db, other, "feedback")).find((r) => r.id === theirs) ?? {};
    const elsewhere = await campaign(db, dev, { auto_select: false });
    const pending = await apply(db, elsewhere, tester);
    const attempts: [Row, Row | null, string][] = [
      [{ ...draft(), id: theirs }, null, "forbidden"],
      [{ ...row, details: "Mine", sync_client: "phone", sync_seq: 9 }, row, "forbidden"],
      [draft({ tester_id: other }), null, "forbidden"],
      [draft({ tester_id: other, application_id: await applicationId(db, open, other) }), null, "forbidden"],
      [draft({ application_id: pending }), null, "not_accepted"],
      [
        draft({ campaign_id: elsewhere, application_id: pending, status: "submitted", captured_at: instant(0) }),
        null,
        "not_accepted",
      ],
      [draft({ status: "approved", usefulness: 5 }), null, "wrong_state"],
      [draft({ release_id: randomUUID() }), null, "missing_parent"],
    ];
    const answer = await push(
      db,
      tester,
      "feedback",
      attempts.map(([doc, assumed]) => ({ doc, assumed })),
    );
    expect(answer.applied).toEqual([]);
    expect(answer.rejected.map((r) => r.code)).toEqual(attempts.map(([, , code]) => code));
    // No rejection reveals the content of a hidden row.
    expect(answer.rejected.map((r) => r.row)).toEqual(Array(attempts.length).fill(null));
    expect(await db.row("feedback", theirs)).toMatchObject({
      details: "It shows 12 instead of 21.",
      tester_id: other,
    });
  });

  test("P2 money, owner and time are the server's: negative amounts, forged rewards, clocks ahead", async () => {
    const stamps = { sync_client: "a", sync_seq: 1 };
    const money = [-1, 0, 99, 100_000_001, 2_147_483_648, "money"].map((reward_amount_cents) => ({
      doc: campaignInput(dev, { reward_amount_cents, ...stamps }),
    }));
    expect((await push(db, dev, "campaigns", money)).rejected.map((r) => r.code)).toEqual(Array(6).fill("invalid"));
    const forged = campaignInput(dev, {
      ...stamps,
      testers_joined: -5,
      feedback_count: 99,
      published_at: "1999-01-01",
      completed_at: "1999-01-01",
      is_sample: true,
      created_at: "1999-01-01",
      updated_at: "2999-01-01",
      sync_xid: "1",
    });
    const [made] = (await push(db, dev, "campaigns", [{ doc: forged }])).applied;
    expect(made).toMatchObject({
      testers_joined: 0,
      feedback_count: 0,
      published_at: null,
      completed_at: null,
      is_sample: false,
    });
    expect(String(made?.created_at) > instant(-1)).toBe(true);
    expect(String(made?.updated_at) < instant(1)).toBe(true);
    const future = draft({ captured_at: instant(400), received_at: instant(400) });
    const [ahead] = (await push(db, tester, "feedback", [{ doc: future }])).applied;
    expect(String(ahead?.captured_at) < instant(1)).toBe(true);
    expect(ahead?.received_at).toBeNull();
    for (const [collection, doc] of [
      ["rewards", { id: randomUUID(), tester_id: tester, amount_cents: 1_000_000, currency: "USD", status: "earned" }],
      ["notifications", { id: randomUUID(), user_id: tester, kind: "reward_earned" }],
      ["activity", { id: randomUUID(), action: "x" }],
      ["files", { id: randomUUID(), owner_id: tester, file_name: "x" }],
      ["settings", { id: randomUUID(), section: "general", values: {} }],
    ] as const) {
      const { rejected } = await push(db, tester, collection, [{ doc }]);
      expect([collection, rejected.map((r) => r.code)]).toEqual([collection, ["not_allowed"]]);
    }
  });

  test("O2 a pull with an odd checkpoint or name starts over or is rejected", async () => {
    for (const checkpoint of ["x", [], 5, { xid: "1" }, { epoch: null, scope: null, xid: "9".repeat(40), id: "x" }]) {
      const answer = await pull(db, tester, [{ collection: "feedback", checkpoint, limit: 3 }]);
      expect(answer.collections.feedback?.checkpoint).toMatchObject({ epoch: answer.epoch });
    }
    const good = await pull(db, tester, [{ collection: "feedback", checkpoint: null, limit: 1 }]);
    for (const xid of ["-1", "99999999999999999999", "1; drop table x", "0x1"]) {
      const checkpoint = { ...good.collections.feedback?.checkpoint, xid };
      const answer = await pull(db, tester, [{ collection: "feedback", checkpoint, limit: 1 }]);
      expect([xid, answer.collections.feedback?.restarted]).toEqual([xid, true]);
    }
    for (const collection of ["ledger_entries", "feedback) t; drop table x; --", null, 3]) {
      await expect(pull(db, tester, [{ collection, checkpoint: null }])).rejects.toMatchObject({
        code: "unknown_collection",
      });
    }
  });

  test("O2 V5 every device can read all rows that the server accepts", async () => {
    const own = async (name: CollectionName) => (await pullRows(db, tester, name))[0] ?? {};
    const odd = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>,
      fc.string({ unit: "binary", maxLength: 40 }),
      fc.constantFrom<unknown>("infinity", "2026-13-45", -1, 1e308, [], {}, [{}], "", "https://a", "a@b.cc", "es"),
      fc.record({ id: fc.uuid(), name: fc.string(), platform: fc.string(), os: fc.string() }).map((d) => [d]),
      fc.record({
        plan: fc.constantFrom("free", "gold"),
        next_billing_date: fc.constantFrom(null, "2026-99-99", "2026-01-02", "x"),
        payment_method: fc.string(),
      }),
    );
    let taken = 0;
    for (const [name, fields] of [
      ["profiles", ["name", "devices", "expertise", "website", "social_links", "bio", "report_guide"]],
      [
        "accounts",
        [
          "billing",
          "notification_preferences",
          "saved_replies",
          "saved_searches",
          "saved_views",
          "saved_templates",
          "shared",
          "language",
          "paypal_email",
          "time_zone",
        ],
      ],
    ] as const) {
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...fields), odd, async (field, value) => {
          const base = await own(name);
          const doc = { ...base, [field]: value, sync_client: randomUUID(), sync_seq: 1 };
          const text = JSON.stringify([{ newDocumentState: doc, assumedMasterState: base }]);
          const answer = await pushText(tester, name, text);
          taken += answer.applied.length;
          expect(answer.applied.length + answer.rejected.length).toBe(1);
          const { _deleted, ...row } = await own(name);
          expect(v.safeParse(schemas[name], row).issues?.map((issue) => issue.message)).toBeUndefined();
        }),
        { numRuns: 100, seed: 7 },
      );
    }
    expect(taken).toBeGreaterThan(5);
  });

  test("P3 an admin's rights end with suspension, and require the second factor where configured", async () => {
    const admin = await person(db, "admin");
    const sees = (claims: Row) =>
      db.as(admin, async (session) => {
        await become(session, admin);
        await session.query("select set_config('request.jwt.claims', $1, true)", [
          JSON.stringify({ sub: admin, role: "authenticated", ...claims }),
        ]);
        const [answer] = await session.query<{ accounts: number; scope: string }>(
          "select (select count(*)::int from public.accounts) as accounts, public.sync_pull('[]') ->> 'scope' as scope",
        );
        return answer;
      });
    expect((await sees({}))?.accounts).toBeGreaterThan(3);
    await db.owner("update public.settings set saved_at = now() where section = 'security'");
    expect(await sees({ aal: "aal1" })).toEqual({ accounts: 1, scope: `${admin}:admin:active:limited` });
    // The token's claim is not sufficient: the factor must exist.
    expect((await sees({ aal: "aal2" }))?.accounts).toBe(1);
    await db.owner(
      "insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at) values (gen_random_uuid(), $1, 'totp', 'verified', now(), now())",
      [admin],
    );
    const full = await sees({ aal: "aal2" });
    expect(full?.accounts).toBeGreaterThan(3);
    expect(full?.scope).toBe(`${admin}:admin:active`);
    await db.owner("update public.settings set saved_at = null");
    await db.owner("update public.profiles set status = 'suspended' where id = $1", [admin]);
    expect((await sees({ aal: "aal2" }))?.accounts).toBe(1);
  });
});
