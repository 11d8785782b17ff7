// What people do with their own account: the data export.
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { kinds, type Row } from "../fixtures/sql/database.ts";
import { refused } from "../fixtures/sql/refused.ts";
import { apply, campaign, instant, person, report } from "../fixtures/sql/rows.ts";
import { setUpDatabase, setUpPerson } from "../fixtures/sql/scenario.ts";

describe.each(kinds)("%s", (kind) => {
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

  test("B9 P2 an export has the person's own rows, all of them, and nobody else's", async () => {
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

  test("B9 P2 secrets of the person's own rows stay on the server", async () => {
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

  test("B9 an unknown part is refused, and so are more exports than anybody needs", async () => {
    const tester = await person(db, "tester");
    await expect(exported(tester, { part: "auth.users" })).rejects.toEqual(refused("invalid"));
    await parts(tester);
    await db.owner("update private.rate_limits set hits = 20 where bucket = $1", [`export:${tester}`]);
    await expect(parts(tester)).rejects.toMatchObject({ sqlstate: "PT429", code: "rate_limited" });
  });

  test("B9 every column that names a person is in the export, or is named here with its reason", async () => {
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
      // The other side of somebody else's row.
      ...["public.applications.developer_id", "public.feedback.developer_id", "public.rewards.developer_id"],
      ...["public.comments.developer_id", "public.comments.tester_id", "public.feedback.assignee_id"],
      // What an organization keeps, for its members.
      ...["private.campaign_links.created_by", "private.org_testers.user_id", "private.tester_groups.created_by"],
      ...["private.organization_invitations.invited_by", "private.tester_invitations.invited_by"],
      ...["private.tester_group_members.added_by", "private.wave_candidates.user_id", "private.wave_plans.created_by"],
      "public.contact_messages.done_by",
      // Copies and queues: the row itself is in the export.
      ...["private.deliveries.user_id", "private.organization_blocks.user_id", "private.people.id"],
      ...["private.reminders.person_id", "private.reminders_sent.person_id", "private.tester_invitations.accepted_by"],
      "private.unassignments.user_id",
    ];
    expect(named.map((row) => row.found)).toEqual(elsewhere.sort());
  });
});
