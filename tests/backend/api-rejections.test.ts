// The API enforces the forms' rules on direct calls, against the real migrations. Each rejection
// gives a reason and writes nothing.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ListeningBackend } from "../../supabase/local/backend.ts";
import { applicationId } from "../../sync/schema/ids.ts";
import { startOwnBackend } from "../fixtures/backend/own-backend.ts";
import { clientOf, type Person, password } from "../fixtures/backend/project.ts";
import { campaignRow, day, type Row } from "../fixtures/backend/rows.ts";

interface Pushed {
  applied: Row[];
  conflicts: Row[];
  rejected: { id: string; code: string; message: string }[];
}

let backend: ListeningBackend;
let dev: Person;
let tess: Person;
let other: Person;

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${backend.url}${path}`, {
    method: "POST",
    headers: { apikey: backend.publishableKey, "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
const reasonOf = async (answer: Response) => JSON.stringify(await answer.json());

const join = async (email: string, data: Row): Promise<Person> => {
  const client = clientOf(backend);
  const { data: made, error } = await client.auth.signUp({ email, password, options: { data } });
  if (error || !made.user || !made.session) throw error ?? new Error("Sign-up gave no session");
  return { client, id: made.user.id, token: made.session.access_token };
};
const push = async (who: Person, collection: string, rows: Row[]): Promise<Pushed> => {
  const { data, error } = await who.client.rpc("sync_push", {
    collection,
    rows: rows.map((newDocumentState) => ({ assumedMasterState: null, newDocumentState })),
  });
  if (error) throw error;
  return data as Pushed;
};
const count = async (table: string, where = "true"): Promise<number> =>
  (await backend.sql<{ n: number }>(`select count(*)::int as n from public.${table} where ${where}`))[0]?.n ?? -1;
const campaign = (change: Row = {}): Row => campaignRow(dev.id, change);
const report = (who: Person, of: Row, change: Row = {}): Row => ({
  id: randomUUID(),
  campaign_id: of.id,
  application_id: applicationId(String(of.id), who.id),
  tester_id: who.id,
  type: "bug",
  rating: 4,
  summary: "The map dazzles",
  details: "A white flash each time the map moves.",
  status: "submitted",
  captured_at: new Date().toISOString(),
  ...change,
});
const application = (who: Person, of: Row, change: Row = {}): Row => ({
  id: applicationId(String(of.id), who.id),
  campaign_id: of.id,
  tester_id: who.id,
  applied_at: new Date().toISOString(),
  status: "pending",
  ...change,
});

/** Tess is accepted to this campaign, and not to the second one. */
let joined: Row;
let closed: Row;

beforeAll(async () => {
  backend = await startOwnBackend({ schedule: false });
  [dev, tess, other] = await Promise.all([
    join("dev@example.test", { name: "Dana Developer", role: "developer" }),
    join("tess@example.test", { name: "Tess Tester" }),
    join("other@example.test", { name: "Otto Other" }),
  ]);
  joined = campaign();
  closed = campaign({ title: "Another test of the map", auto_select: false });
  expect((await push(dev, "campaigns", [joined, closed])).rejected).toEqual([]);
  expect((await push(tess, "applications", [application(tess, joined)])).rejected).toEqual([]);
}, 120_000);
afterAll(() => backend?.stop());

describe("V1 V5 sign-up", () => {
  test.each<[string, Row]>([
    ["a password of seven characters", { email: "a@example.test", password: "1234567" }],
    ["no password", { email: "a@example.test" }],
    ["no e-mail", { password }],
    ["an e-mail without a domain", { email: "somebody", password }],
    ["an e-mail without a person", { email: "@example.test", password }],
    ["an e-mail with a space", { email: "a b@example.test", password }],
    ["an e-mail that is no text", { email: { at: 1 }, password }],
    ["a name of one letter", { email: "a@example.test", password, data: { name: "A" } }],
    ["a name of one letter between spaces", { email: "a@example.test", password, data: { name: "  A\t" } }],
    ["an empty name", { email: "a@example.test", password, data: { name: "" } }],
    ["a name of white space", { email: "a@example.test", password, data: { name: "\t\n\u00a0 " } }],
  ])("V1 V5 %s is rejected with a reason, and creates no account", async (_, body) => {
    const before = await count("profiles");
    const answer = await post("/auth/v1/signup", body);
    expect([400, 422]).toContain(answer.status);
    expect((await reasonOf(answer)).length).toBeGreaterThan(20);
    expect(await count("profiles")).toBe(before);
    expect(await backend.sql("select 1 from auth.users where email like 'a@%'")).toEqual([]);
  });

  test("V1 an existing address creates no second account, in capital letters either", async () => {
    for (const email of ["tess@example.test", "TESS@Example.test"]) {
      const answer = await post("/auth/v1/signup", { email, password: "another password" });
      expect([400, 409, 422]).toContain(answer.status);
      expect(await reasonOf(answer)).toMatch(/already/);
    }
    expect(await count("profiles", "lower(email) = 'tess@example.test'")).toBe(1);
  });

  test("V2 login with a missing or wrong password is rejected, and does not reveal whether the address is known", async () => {
    for (const body of [
      { email: "tess@example.test" },
      { email: "tess@example.test", password: "" },
      { password },
      "{not json",
    ]) {
      expect([400, 422]).toContain((await post("/auth/v1/token?grant_type=password", body)).status);
    }
    const answers = await Promise.all(
      ["tess@example.test", "nobody@example.test"].map(async (email) => {
        const answer = await post("/auth/v1/token?grant_type=password", { email, password: "wrong password" });
        return [answer.status, await reasonOf(answer)];
      }),
    );
    expect(answers[0]?.[0]).toBe(400);
    expect(answers[0]).toEqual(answers[1]);
  });
});

describe("P1 the database decides the role", () => {
  const roles = (who: Person) => backend.sql("select role, status, karma from public.profiles where id = $1", [who.id]);
  const asTester = [{ role: "tester", status: "active", karma: 0 }];

  test("P1 signing up as admin creates a tester, and so does any other role but developer", async () => {
    for (const [i, role] of ["admin", "service_role", "ADMIN", 7, ["admin"], null].entries()) {
      const made = await join(`admin-${i}@example.test`, {
        name: "Mallory",
        role,
        app_metadata: { role: "admin" },
        is_sample: true,
      });
      expect(await roles(made)).toEqual(asTester);
      expect((await made.client.from("activity").select("id")).data).toEqual([]);
    }
  });

  test("P1 a later role in the metadata changes nothing", async () => {
    const made = await join("later@example.test", { name: "Mallory" });
    await made.client.auth.updateUser({ data: { role: "admin" } });
    await made.client.auth.refreshSession();
    expect(await roles(made)).toEqual(asTester);
    const { data } = await made.client.from("profiles").select("id");
    expect(data).toEqual([{ id: made.id }]);
    expect((await made.client.rpc("sync_pull", { requests: [{ collection: "activity" }] })).status).toBe(422);
  });

  test.each<[string, Row]>([
    ["role", { role: "admin" }],
    ["status", { status: "inactive" }],
    ["karma", { karma: 1000 }],
    ["email", { email: "dev@example.test" }],
  ])("P1 users cannot write their own %s", async (_, change) => {
    const rest = await tess.client.from("profiles").update(change).eq("id", tess.id);
    expect([rest.status, rest.error?.code]).toEqual([403, "42501"]);
    const { data: mine } = await tess.client.rpc("sync_pull", { requests: [{ collection: "profiles" }] });
    const now = (mine as { collections: { profiles: { rows: Row[] } } }).collections.profiles.rows[0] ?? {};
    const { data } = await tess.client.rpc("sync_push", {
      collection: "profiles",
      rows: [{ assumedMasterState: now, newDocumentState: { ...now, ...change } }],
    });
    expect((data as Pushed).rejected).toMatchObject([{ id: tess.id, code: "not_allowed" }]);
    expect(await roles(tess)).toEqual(asTester);
  });
});

describe("V4 V5 campaigns", () => {
  const wrong: [string, Row][] = [
    ["a title of four characters", { title: "Maps" }],
    ["a title of white space", { title: "\t\n \u00a0\t\t\t" }],
    ["a title of four characters between white space", { title: "\n\tMaps\n\t" }],
    ["no title", { title: null }],
    ["a title of 121 characters", { title: "x".repeat(121) }],
    ["a description of 19 characters", { description: "x".repeat(19) }],
    ["a description of white space", { description: "\n\t".repeat(20) }],
    ["no description", { description: null }],
    ["no start date", { start_date: null }],
    ["an empty start date", { start_date: "" }],
    ["no end date", { end_date: null }],
    ["a day that does not exist", { end_date: "2027-02-30" }],
    ["an end before the start", { start_date: day(2), end_date: day(1) }],
    ["a campaign for ever", { end_date: "infinity" }],
    ["a campaign since ever", { start_date: "-infinity" }],
    ["an end that no device can read", { end_date: "20000-01-01" }],
    ["an end in the past, published", { start_date: day(-3), end_date: day(-2) }],
    ["no testers", { max_testers: 0 }],
    ["fewer testers than none", { max_testers: -1 }],
    ["half a tester", { max_testers: 1.5 }],
    ["testers in words", { max_testers: "many" }],
    ["the number of testers left empty", { max_testers: null }],
    ["more testers than anybody has", { max_testers: 10_001 }],
    ["no reward", { reward_amount_cents: 0 }],
    ["a reward below 1", { reward_amount_cents: 99 }],
    ["a negative reward", { reward_amount_cents: -1500 }],
    ["the reward left empty", { reward_amount_cents: null }],
    ["a reward of a million and a cent", { reward_amount_cents: 100_000_001 }],
    ["a reward model of one's own", { reward_model: "exposure" }],
    ["a platform of one's own", { platform: "symbian" }],
    ["a category of one's own", { category: "all" }],
    ["a currency of one's own", { currency: "DOGE" }],
    ["answers within no days", { review_days: 0 }],
    ["answers within 61 days", { review_days: 61 }],
    ["a test of four minutes", { effort_minutes: 4 }],
    ["a test of more than a working day", { effort_minutes: 481 }],
    ["half a minute", { effort_minutes: 20.5 }],
    ["requirements without end", { requirements: "x".repeat(2001) }],
    ["a state that is none", { status: "published" }],
    ["a state that it could not come to", { status: "archived", start_date: day(-60), end_date: day(-40) }],
    ["questions that are no list", { screening: { question: "?" } }],
    [
      "a question of white space",
      { screening: [{ id: randomUUID(), question: " ", kind: "text", options: [], pass: [], required: true }] },
    ],
    [
      "a choice with one answer",
      {
        screening: [{ id: randomUUID(), question: "Which?", kind: "choice", options: ["a"], pass: [], required: true }],
      },
    ],
  ];
  test.each(wrong)("V4 V5 %s is rejected on both paths with a reason, and writes nothing", async (_, change) => {
    const before = await count("campaigns");
    const row = campaign(change);
    const rest = await dev.client.from("campaigns").insert(row);
    expect([400, 422]).toContain(rest.status);
    expect(rest.error?.message).toBeTruthy();
    const pushed = await push(dev, "campaigns", [row]);
    expect(pushed.applied).toEqual([]);
    expect(pushed.rejected).toHaveLength(1);
    expect(pushed.rejected[0]?.message).toBeTruthy();
    expect(pushed.rejected[0]?.code).not.toBe("internal");
    expect(await count("campaigns")).toBe(before);
  });

  test("V4 V5 the same rules apply to an edit", async () => {
    for (const change of [{ title: "Maps" }, { end_date: day(-40) }, { max_testers: 0 }, { end_date: "infinity" }]) {
      const rest = await dev.client.from("campaigns").update(change).eq("id", String(closed.id));
      expect([400, 422]).toContain(rest.status);
    }
    expect(
      await count("campaigns", `id = '${closed.id}' and max_testers = 25 and end_date = '${closed.end_date}'`),
    ).toBe(1);
  });

  test("V4 V5 a build's link must be a web address", async () => {
    for (const build_url of [
      "javascript:alert(1)",
      "https://",
      "http:// x",
      "ftp://example.test/a",
      "\thttps://x.test",
    ]) {
      const row = { id: joined.id, developer_id: dev.id, build_url };
      expect((await push(dev, "briefs", [row])).rejected).toMatchObject([{ code: "invalid" }]);
      expect([400, 422]).toContain((await dev.client.from("briefs").insert(row)).status);
    }
    expect(await count("briefs")).toBe(0);
  });

  test("P2 a tester cannot create a campaign, nor a developer one in another's name", async () => {
    const theirs = campaign({ developer_id: tess.id });
    for (const [who, row] of [
      [tess, theirs],
      [tess, campaign()],
      [dev, theirs],
    ] as const) {
      expect([403, 422]).toContain((await who.client.from("campaigns").insert(row)).status);
      expect((await push(who, "campaigns", [row])).rejected).toHaveLength(1);
    }
    expect(await count("campaigns")).toBe(2);
  });
});

describe("P2 a tester who writes other users' data", () => {
  test("P2 V5 an approved report, another user's report, one for a foreign campaign: rejected, and the rest of the batch continues", async () => {
    const good = report(tess, joined);
    const last = report(tess, joined, { summary: "The compass is late" });
    const rows = [
      report(tess, joined, { status: "approved", usefulness: 5 }),
      good,
      report(other, joined),
      report(tess, closed),
      report(tess, joined, { rating: 6 }),
      report(tess, joined, { rating: 0 }),
      report(tess, joined, { captured_at: "-infinity" }),
      { id: "no uuid" },
      last,
    ];
    const pushed = await push(tess, "feedback", rows);
    expect(pushed.applied.map((r) => r.id)).toEqual([good.id, last.id]);
    expect(pushed.rejected.map((r) => r.code)).toEqual([
      "wrong_state",
      expect.stringMatching(/forbidden|not_accepted/),
      expect.stringMatching(/missing_parent|not_accepted/),
      "invalid",
      "missing_rating",
      expect.stringMatching(/invalid|too_early/),
      "invalid",
    ]);
    expect(pushed.rejected.every((r) => r.message.length > 0)).toBe(true);
    expect(await count("feedback")).toBe(2);
    expect(await count("rewards")).toBe(0);
    const rest = await tess.client.from("feedback").insert(report(tess, joined, { status: "approved" }));
    expect([rest.status, rest.error?.details]).toEqual([422, "wrong_state"]);
    // Returned for changes by the owner: she may not approve it, not even after submitting it.
    const { data } = await tess.client.rpc("sync_push", {
      collection: "feedback",
      rows: [
        {
          assumedMasterState: pushed.applied[0],
          newDocumentState: { ...pushed.applied[0], status: "approved", usefulness: 5 },
        },
      ],
    });
    expect((data as Pushed).rejected).toHaveLength(1);
    expect(await count("feedback", "status = 'approved'")).toBe(0);
  });

  test("P2 users cannot write a reward", async () => {
    const reward = {
      id: randomUUID(),
      tester_id: tess.id,
      developer_id: dev.id,
      campaign_id: joined.id,
      feedback_id: randomUUID(),
      model: "testing",
      amount_cents: 1_000_000,
      currency: "USD",
    };
    for (const who of [tess, dev]) {
      expect((await push(who, "rewards", [reward])).rejected).toMatchObject([{ code: "not_allowed" }]);
      expect((await who.client.from("rewards").insert(reward)).status).toBe(403);
      expect((await who.client.from("ledger_entries").insert({ tester_id: tess.id, kind: "earned" })).status).toBe(403);
    }
    expect([await count("rewards"), await count("ledger_entries")]).toEqual([0, 0]);
  });

  test("P2 V5 an application in another's name, twice, self-accepted, or dated before the epoch", async () => {
    const rows = [
      application(other, joined),
      application(tess, closed, { status: "accepted" }),
      application(tess, closed, { applied_at: "-infinity" }),
      application(tess, closed, { id: randomUUID() }),
    ];
    const pushed = await push(tess, "applications", rows);
    expect(pushed.rejected).toHaveLength(4);
    for (const row of rows)
      expect([400, 403, 422]).toContain((await tess.client.from("applications").insert(row)).status);
    expect(await count("applications")).toBe(1);
  });

  test("P2 other users' rows cannot be read, changed or removed", async () => {
    const [row] = await backend.sql<{ id: string }>("select id from public.feedback limit 1");
    expect((await other.client.from("feedback").select("id")).data).toEqual([]);
    expect((await other.client.from("applications").select("id")).data).toEqual([]);
    expect((await other.client.from("profiles").select("id")).data).toEqual([{ id: other.id }]);
    expect((await other.client.from("accounts").select("email")).data).toEqual([{ email: "other@example.test" }]);
    const edit = await other.client
      .from("feedback")
      .update({ summary: "Mine now" })
      .eq("id", row?.id ?? "")
      .select("id");
    expect(edit.data ?? []).toEqual([]);
    expect(
      (
        await other.client
          .from("feedback")
          .delete()
          .eq("id", row?.id ?? "")
      ).status,
    ).toBe(403);
    expect(
      (await push(other, "feedback", [report(tess, joined, { id: row?.id, summary: "Mine now" })])).rejected,
    ).toHaveLength(1);
    expect(await count("feedback", "summary = 'Mine now'")).toBe(0);
  });

  test("P2 V5 a comment dated before the epoch would stop the other user's device from reading it", async () => {
    const [row] = await backend.sql<{ id: string }>("select id from public.feedback limit 1");
    for (const captured_at of ["-infinity", "0044-03-15 12:00:00+00 BC"]) {
      const comment = { id: randomUUID(), feedback_id: row?.id, author_id: tess.id, body: "Hello", captured_at };
      expect((await push(tess, "comments", [comment])).rejected).toHaveLength(1);
    }
    expect(await count("comments")).toBe(0);
  });

  test.each([
    ["a NUL", "a\\u0000b"],
    ["half of an emoji", "a\\ud83d"],
  ])("V5 %s in a text is rejected with its row, and writes nothing", async (_, text) => {
    // The exact escape that JSON.stringify writes for a NUL.
    const doc = JSON.stringify(report(tess, joined, { summary: "SUMMARY" })).replace("SUMMARY", text);
    const answer = await post(
      "/rest/v1/rpc/sync_push",
      `{"collection":"feedback","rows":[{"assumedMasterState":null,"newDocumentState":${doc}}]}`,
      { authorization: `Bearer ${tess.token}` },
    );
    expect(answer.status).toBe(200);
    const { rejected } = (await answer.json()) as Pushed;
    expect(rejected.map((row) => row.code)).toEqual(["invalid"]);
    expect(await count("feedback")).toBe(2);
  });

  test("V5 an invalid call is rejected as a whole, with a reason", async () => {
    for (const [name, body] of [
      ["sync_push", { collection: "feedback", rows: "all" }],
      ["sync_push", { collection: "auth.users", rows: [] }],
      ["sync_push", { collection: "feedback; drop table feedback", rows: [] }],
      ["sync_push", { collection: null, rows: null }],
      ["sync_push", { collection: "feedback", rows: Array.from({ length: 501 }, () => ({})) }],
      ["sync_pull", { requests: 1 }],
      ["sync_pull", { requests: [{ collection: "secrets" }] }],
      ["sync_pull", { requests: Array.from({ length: 33 }, () => ({ collection: "campaigns" })) }],
    ] as const) {
      const answer = await tess.client.rpc(name, body);
      expect([400, 422]).toContain(answer.status);
      expect(answer.error?.message).toBeTruthy();
    }
    const odd = await tess.client.rpc("sync_push", {
      collection: "feedback",
      rows: [null, 1, "x", {}, { newDocumentState: 3 }],
    });
    expect((odd.data as Pushed).rejected).toHaveLength(5);
  });
});

describe("P4 storage", () => {
  const file = () => new Blob(["photo"], { type: "image/png" });
  test("P4 rejects another user's folder, a public bucket for non-testers, and a new bucket", async () => {
    for (const [bucket, path] of [
      ["attachments", `${other.id}/${"a".repeat(64)}`],
      ["attachments", "photo.png"],
      ["attachments", `${tess.id}/../${other.id}/x`],
      ["avatars", `${dev.id}/me.png`],
      ["app-content", `${tess.id}/icon.png`],
      ["releases", `${tess.id}/build.apk`],
      ["nowhere", `${tess.id}/x.png`],
    ] as const) {
      const { error } = await tess.client.storage.from(bucket).upload(path, file());
      expect(error, `${bucket}/${path}`).not.toBeNull();
    }
    const anonymous = await clientOf(backend).storage.from("avatars").upload(`${tess.id}/me.png`, file());
    expect(anonymous.error).not.toBeNull();
    expect(await backend.sql("select name from storage.objects")).toEqual([]);
  });

  test("P4 an HTML page or a program cannot be an attachment", async () => {
    for (const type of ["text/html", "image/svg+xml", "application/x-msdownload"]) {
      const { error } = await tess.client.storage
        .from("attachments")
        .upload(`${tess.id}/${"b".repeat(64)}`, new Blob(["x"], { type }), { contentType: type });
      expect(error?.message).toMatch(/mime type/i);
    }
  });

  test("P2 V5 another user's attachment cannot be marked as uploaded", async () => {
    const [row] = await backend.sql<{ id: string }>("select id from public.feedback limit 1");
    const call = { row_id: row?.id, attachment_id: randomUUID() };
    expect((await other.client.rpc("attachment_arrived", call)).error?.details).toBe("forbidden");
    expect((await tess.client.rpc("attachment_arrived", call)).error?.details).toBe("invalid");
  });
});

describe("P2 anonymous", () => {
  const secret = [
    "profiles",
    "accounts",
    "campaigns",
    "briefs",
    "applications",
    "feedback",
    "comments",
    "rewards",
    "payouts",
    "files",
    "flags",
    "notifications",
    "activity",
    "ledger_entries",
    "contact_messages",
    "sync_rejections",
    "downloads",
  ];
  test("P2 visitors read public data only, and write nothing", async () => {
    const anon = clientOf(backend);
    for (const table of secret) {
      const { data, status } = await anon.from(table).select("*");
      expect([table, status, data]).toEqual([table, 401, null]);
    }
    for (const table of ["apps", "releases", "settings"])
      expect((await anon.from(table).select("id")).status).toBe(200);
    expect((await anon.from("campaigns").insert(campaign())).status).toBe(401);
    expect((await anon.rpc("sync_push", { collection: "campaigns", rows: [] })).error).not.toBeNull();
    const pulled = await anon.rpc("sync_pull", { requests: [{ collection: "campaigns" }] });
    expect([pulled.status, pulled.error?.details]).toEqual([422, "unknown_collection"]);
    for (const name of ["log_rejection", "my_role", "setting", "reject"]) {
      expect([401, 403, 404]).toContain((await anon.rpc(name, {})).status);
    }
  });

  test("P2 users cannot join another's topic or the admins', and cannot send", async () => {
    const subscribe = async (who: Pick<Person, "client">, topic: string) => {
      await who.client.realtime.setAuth();
      const channel = who.client.channel(topic, { config: { private: true } });
      const status = await new Promise<string>((done) => channel.subscribe(done));
      return { channel, status };
    };
    const anon = { client: clientOf(backend) };
    const states: unknown[] = [];
    for (const [name, who, topic] of [
      ["other", other, `user:${tess.id}`],
      ["other", other, "admin"],
      ["anonymous", anon, `user:${tess.id}`],
      ["own", tess, `user:${tess.id}`],
      ["site", tess, "site"],
      ["anonymous", anon, "site"],
    ] as const) {
      const { channel, status } = await subscribe(who, topic);
      states.push([name, status]);
      await who.client.removeChannel(channel);
    }
    expect(states).toEqual([
      ["other", "CHANNEL_ERROR"],
      ["other", "CHANNEL_ERROR"],
      ["anonymous", "CHANNEL_ERROR"],
      ["own", "SUBSCRIBED"],
      ["site", "SUBSCRIBED"],
      ["anonymous", "CHANNEL_ERROR"],
    ]);
    const sent = await tess.client.rpc("send", { payload: {}, event: "changed", topic: `user:${other.id}` });
    expect(sent.status).toBe(404);
  });
});
