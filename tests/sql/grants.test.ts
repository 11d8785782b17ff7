// Grants bring the rows that they open to a device once, and nothing to devices that have them. A
// pull orders by the newer of row and grant. Verified: without `greatest` in
// private.add_granted_rows the first test fails, with pg_snapshot_xmax for the horizon the last.
import { describe, expect, test } from "vitest";
import { ruleEngines } from "../fixtures/engines.ts";
import type { Row, TestDatabase } from "../fixtures/sql/database.ts";
import { apply, campaign, newApp, newRelease, person } from "../fixtures/sql/rows.ts";
import { setUpDatabase, setUpPerson } from "../fixtures/sql/scenario.ts";
import { pull } from "../fixtures/sql/sync-calls.ts";

const granted = ["campaigns", "briefs", "releases"] as const;
type Checkpoints = Record<string, Row>;

/** Pulls page by page, like a device. */
async function pulled(db: TestDatabase, who: string, from: Checkpoints, limit = 1000) {
  const ids: Record<string, unknown[]> = {};
  const to: Checkpoints = { ...from };
  for (const collection of granted) {
    ids[collection] = [];
    for (;;) {
      const part = (await pull(db, who, [{ collection, checkpoint: to[collection] ?? null, limit }])).collections[
        collection
      ];
      if (!part) throw new Error("no part");
      ids[collection]?.push(...part.rows.map((row) => row.id));
      to[collection] = part.checkpoint;
      if (!part.more) break;
    }
  }
  return { ids, to };
}

describe.each(ruleEngines)("%s", (kind) => {
  const db = setUpDatabase(kind);
  const dev = setUpPerson(db, "developer");

  /** A campaign that only its testers see, with a build. */
  const closedTest = async () => {
    const id = await campaign(db, dev, { visibility: "private", auto_select: false, max_testers: 500 });
    const app = await newApp(db, dev);
    const build = await newRelease(db, dev, app);
    await db.update(dev, "briefs", id, { release_id: build });
    return { id, app, build };
  };
  const letIn = async (id: string, tester: string) => {
    await db.owner("select private.grant_campaign_access($1, $2, 'invited')", [id, tester]);
    return apply(db, id, tester);
  };
  const accept = (application: string) => db.update(dev, "applications", application, { status: "accepted" });

  test("O2 accepting brings campaign, brief and build from below the checkpoint, once, without updating them", async () => {
    const { id, build } = await closedTest();
    const [first, second] = [await person(db, "tester"), await person(db, "tester")];
    await accept(await letIn(id, first));
    const later = await closedTest();
    for (const tester of [first, second]) await accept(await letIn(later.id, tester));
    const before = { first: await pulled(db, first, {}), second: await pulled(db, second, {}) };
    const rows = async () => [
      ...[await db.row("campaigns", id), await db.row("briefs", id), await db.row("releases", build)],
    ];
    const stamps = await rows();

    const application = await letIn(id, second);
    const applied = await pulled(db, second, before.second.to);
    expect(applied.ids).toEqual({ campaigns: [id], briefs: [], releases: [] });
    await accept(application);
    const accepted = await pulled(db, second, applied.to);
    expect(accepted.ids).toMatchObject({ briefs: [id], releases: [build] });
    expect((await pulled(db, second, accepted.to)).ids).toEqual({ campaigns: [], briefs: [], releases: [] });
    // Earlier testers receive nothing.
    expect((await pulled(db, first, before.first.to)).ids).toEqual({ campaigns: [], briefs: [], releases: [] });
    expect(await rows()).toEqual(stamps);
  });

  test("O2 a build that two campaigns open comes once, also in pages of one", async () => {
    const one = await closedTest();
    const other = await closedTest();
    await db.update(dev, "briefs", other.id, { release_id: one.build });
    const tester = await person(db, "tester");
    for (const { id } of [one, other]) await accept(await letIn(id, tester));
    const { ids } = await pulled(db, tester, {}, 1);
    expect(ids).toMatchObject({ campaigns: expect.arrayContaining([one.id, other.id]), briefs: [one.id, other.id] });
    expect([...(ids.releases ?? [])].sort()).toEqual([one.build, other.build].sort());
  });

  test("O2 a published build of an unpublished app comes with the acceptance", async () => {
    const { id, app } = await closedTest();
    const build = await newRelease(db, dev, app, { status: "published", file_path: `${dev}/${id}.apk` });
    await db.update(dev, "briefs", id, { release_id: build });
    const tester = await person(db, "tester");
    const other = await closedTest();
    await accept(await letIn(other.id, tester));
    const application = await letIn(id, tester);
    const before = await pulled(db, tester, {});
    await accept(application);
    expect((await pulled(db, tester, before.to)).ids.releases).toContain(build);
  });

  test("O2 an edit of a campaign with many testers notifies its organization and a hundred of them, an acceptance its tester", async () => {
    const id = await campaign(db, dev, { max_testers: 500 });
    await db.owner(
      `insert into auth.users (id, email, raw_user_meta_data)
       select gen_random_uuid(), 'crowd' || n || '@${kind}.test', '{"name": "Crowd", "role": "tester"}' from generate_series(1, 150) n`,
    );
    await db.withoutMoves(
      `insert into public.applications (id, campaign_id, tester_id, org_id, developer_id, status, accepted_at)
       select gen_random_uuid(), $1, p.id, $2, $2, 'accepted', now() from public.profiles p where p.name = 'Crowd'`,
      [id, dev],
    );
    const messages = async (write: () => Promise<unknown>, collection: string) => {
      const [since] = await db.owner<{ at: string }>("select clock_timestamp()::timestamp::text as at");
      await write();
      return db.owner<{ topic: string }>(
        "select topic from realtime.messages where inserted_at >= $1::timestamp and payload -> 'collections' ? $2",
        [since?.at ?? "", collection],
      );
    };
    const heard = await messages(() => db.update(dev, "campaigns", id, { title: "Another title" }), "campaigns");
    const people = heard.filter(({ topic }) => topic.startsWith("user:"));
    expect(people).toHaveLength(100);
    expect(heard.map(({ topic }) => topic)).toEqual(expect.arrayContaining([`org:${dev}`]));
    expect(await messages(() => db.update(dev, "briefs", id, { instructions: "Other" }), "briefs")).toHaveLength(101);
    const tester = await person(db, "tester");
    const told = await messages(() => apply(db, id, tester), "briefs");
    expect(told).toEqual([{ topic: `user:${tester}` }]);
  });
});

describe("two concurrent transactions", () => {
  const db = setUpDatabase("postgres");
  const dev = setUpPerson(db, "developer");
  const other = setUpPerson(db, "developer");

  test("O2 a grant that commits late, and a row written during its grant, are not skipped", async () => {
    // Two organizations, because each adds its past testers sequentially.
    const ids = await Promise.all([dev, other, other].map((by) => campaign(db, by, { auto_select: false })));
    const tester = await person(db, "tester");
    const applications = await Promise.all(ids.map((id) => apply(db, id, tester)));
    // In each order: the grant first, the row first, and a newer grant that is pulled in between.
    const [slowGrant, quickGrant, slowRow] = applications.map((application, n) => ({ application, id: ids[n] ?? "" }));
    if (!slowGrant || !quickGrant || !slowRow) throw new Error("unreachable");
    const accept = "update public.applications set status = 'accepted' where id = $1";
    const edit = "update public.briefs set instructions = 'Written late' where id = $1";
    let checkpoints: Checkpoints = {};
    const seen = new Set<unknown>();
    const look = async () => {
      const { ids: found, to } = await pulled(db, tester, checkpoints);
      checkpoints = to;
      for (const id of found.briefs ?? []) seen.add(id);
    };
    await db.db.transaction(async (slow) => {
      await slow.query(accept, [slowGrant.application]);
      await slow.query(edit, [slowRow.id]);
      await db.query(other, accept, [quickGrant.application]);
      await db.query(other, accept, [slowRow.application]);
      await look();
    });
    await look();
    await look();
    expect([...seen].sort()).toEqual([...ids].sort());
    const late = (await pull(db, tester, [{ collection: "briefs", checkpoint: null, limit: 10 }])).collections.briefs;
    expect(late?.rows.find(({ id }) => id === slowRow.id)).toMatchObject({ instructions: "Written late" });
  });
});
