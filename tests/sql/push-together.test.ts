// A batch is written in common statements where possible, with the same result as row by row.
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { ruleEngines } from "../fixtures/engines.ts";
import { Random } from "../fixtures/random.ts";
import type { Row } from "../fixtures/sql/database.ts";
import { campaignInput } from "../fixtures/sql/rows.ts";
import { setUpDatabase, setUpPeople } from "../fixtures/sql/scenario.ts";
import { pullRows, push } from "../fixtures/sql/sync-calls.ts";

interface Edit {
  doc: Row;
  assumed?: Row | null;
}

describe.each(ruleEngines)("a batch of edits on %s", (kind) => {
  const db = setUpDatabase(kind);
  const { dev, otherDev } = setUpPeople(db);
  const draft = (title: string, more: Row = {}): Row => ({
    ...campaignInput(dev, { title, status: "draft" }),
    ...{ _deleted: false, sync_xid: "", sync_client: "train", sync_seq: 1 },
    ...more,
  });
  const later = (row: Row, more: Row): Edit => ({
    doc: { ...row, sync_client: "train", sync_seq: Number(row.sync_seq) + 1, ...more },
    assumed: row,
  });

  beforeAll(async () => {
    // Counts statements: otherwise row-by-row writes would pass too.
    await db.owner("create table private.written (statements int not null)");
    await db.owner("insert into private.written values (0)");
    await db.owner(`create function private.count_statement() returns trigger language plpgsql security definer
      as 'begin update private.written set statements = statements + 1; return null; end'`);
    for (const table of ["campaigns", "applications", "feedback", "rewards"])
      for (const event of ["insert", "update"])
        await db.owner(`create trigger count_${event} after ${event} on public.${table} for each statement
          execute function private.count_statement()`);
  });
  const statements = async (work: () => Promise<unknown>): Promise<number> => {
    await db.owner("update private.written set statements = 0");
    await work();
    return (await db.owner<{ statements: number }>("select statements from private.written"))[0]?.statements ?? -1;
  };
  const made = async (docs: Row[]): Promise<Row[]> => {
    await push(
      db,
      dev,
      "campaigns",
      docs.map((doc) => ({ doc })),
    );
    const rows = new Map((await pullRows(db, dev, "campaigns")).map((row) => [row.id, row]));
    return docs.map(({ id }) => rows.get(id) as Row);
  };

  test("O2 new drafts take one statement, changes of the same columns another, and each row gets a result", async () => {
    const docs = Array.from({ length: 50 }, (_, i) => draft(`Offline ${i}`));
    let answer = await push(db, dev, "campaigns", []);
    expect(
      await statements(async () => {
        answer = await push(
          db,
          dev,
          "campaigns",
          docs.map((doc) => ({ doc })),
        );
      }),
    ).toBe(1);
    expect(answer).toMatchObject({ conflicts: [], rejected: [] });
    expect(answer.applied.map(({ id, title }) => [id, title])).toEqual(docs.map(({ id, title }) => [id, title]));
    const edits = answer.applied.map((row, i) =>
      later(row, i % 2 === 0 ? { title: `On a train ${i}` } : { category: "travel", requirements: "A phone" }),
    );
    expect(
      await statements(async () => {
        answer = await push(db, dev, "campaigns", edits);
      }),
    ).toBe(2);
    expect(answer.applied.map(({ title, requirements, sync_seq }) => [title, requirements, sync_seq])).toEqual(
      docs.map((_, i) => (i % 2 === 0 ? [`On a train ${i}`, "", 2] : [`Offline ${i}`, "A phone", 2])),
    );
    // The response was lost: repeating changes nothing.
    expect(
      await statements(async () => {
        answer = await push(db, dev, "campaigns", edits);
      }),
    ).toBe(0);
    expect(answer.applied).toHaveLength(50);
  });

  test("O2 renaming a draft updates no application, report or reward", async () => {
    const drafts = await made([draft("First title"), draft("First title, too")]);
    const edits = drafts.map((row) => later(row, { title: "Second title" }));
    expect(await statements(() => push(db, dev, "campaigns", edits))).toBe(1);
  });

  test("O3 an invalid row does not block the others, and is named", async () => {
    const docs = Array.from({ length: 10 }, (_, i) => draft(i === 4 ? "x".repeat(500) : `Beside it ${i}`));
    const answer = await push(
      db,
      dev,
      "campaigns",
      docs.map((doc) => ({ doc })),
    );
    expect(answer.applied.map(({ id }) => id)).toEqual(docs.filter((_, i) => i !== 4).map(({ id }) => id));
    expect(answer.rejected).toMatchObject([{ id: docs[4]?.id, code: "invalid" }]);
  });

  test("O2 the same row twice in a batch: the first counts, the second conflicts with it", async () => {
    const [row] = await made([draft("Typed on")]);
    const first = later(row ?? {}, { title: "Typed on, once" });
    const second = later(row ?? {}, { title: "Typed on, twice", sync_client: "phone" });
    const answer = await push(db, dev, "campaigns", [first, second]);
    expect(answer).toMatchObject({
      applied: [{ title: "Typed on, once", sync_seq: 2 }],
      conflicts: [{ title: "Typed on, once", sync_seq: 2 }],
      rejected: [],
    });
  });

  test("O2 O3 any mixture gives the same result in batches and row by row", async () => {
    for (let seed = 1; seed <= 12; seed++) {
      const random = new Random(seed);
      const kindsOfEdit = {
        ...{ make: 6, edit: 6, other: 4, bad: seed % 3, stale: seed % 2, publish: seed % 4 === 0 ? 1 : 0 },
        ...{ remove: 1, strange: seed % 5 === 0 ? 1 : 0, foreign: seed % 6 === 0 ? 1 : 0 },
      };
      const plan = Array.from({ length: 12 }, () => random.weighted(kindsOfEdit));
      const outcomes: unknown[] = [];
      for (const together of [true, false]) {
        const standing = await made(plan.map((_, i) => draft(`Standing ${i}`)));
        const foreign = randomUUID();
        await db.insert(otherDev, "campaigns", campaignInput(otherDev, { id: foreign, status: "draft" }));
        const edits = plan.map((what, i): Edit => {
          const row = standing[i] ?? {};
          if (what === "make") return { doc: draft(`New ${i}`) };
          if (what === "bad") return { doc: draft(`Bad ${i}`, { reward_amount_cents: -5 }) };
          if (what === "foreign") return { doc: draft(`Foreign ${i}`, { id: foreign }) };
          if (what === "strange") return later(row, { testers_joined: 9 });
          if (what === "edit") return later(row, { title: `Edited ${i}` });
          if (what === "other") return later(row, { description: "Another description that is long enough." });
          if (what === "publish") return later(row, { status: "active" });
          if (what === "remove") return later(row, { _deleted: true });
          return { ...later(row, { title: `Stale ${i}`, sync_client: "phone" }), assumed: { ...row, sync_xid: "3" } };
        });
        const place = new Map(edits.map(({ doc }, i) => [doc.id, i]));
        const answers = together
          ? [await push(db, dev, "campaigns", edits)]
          : await edits.reduce<Promise<Awaited<ReturnType<typeof push>>[]>>(
              async (before, edit) => [...(await before), await push(db, dev, "campaigns", [edit])],
              Promise.resolve([]),
            );
        const shape = (row: Row | null) =>
          row && [row.title, row.description, row.status, row._deleted, row.sync_client, row.sync_seq];
        outcomes.push({
          applied: answers.flatMap((a) => a.applied.map((row) => [place.get(row.id), shape(row)])),
          conflicts: answers.flatMap((a) => a.conflicts.map((row) => [place.get(row.id), shape(row)])),
          rejected: answers.flatMap((a) => a.rejected.map((r) => [place.get(r.id), r.code, r.message, shape(r.row)])),
        });
      }
      expect(outcomes[0], `seed ${seed}: ${plan.join(" ")}`).toEqual(outcomes[1]);
    }
  });
});
