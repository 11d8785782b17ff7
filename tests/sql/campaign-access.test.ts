// Access to non-public campaigns: table reads, pulls, applications, flags and calls, before and
// after a visibility change.
import { randomUUID } from "node:crypto";
import * as v from "valibot";
import { beforeAll, describe, expect, test } from "vitest";
import { campaigns } from "../../sync/schema/campaigns.ts";
import { ruleEngines } from "../fixtures/engines.ts";
import type { Row, Who } from "../fixtures/sql/database.ts";
import { rejection } from "../fixtures/sql/rejection.ts";
import { applicationId, apply, campaign, campaignInput, person } from "../fixtures/sql/rows.ts";
import { setUpDatabase, setUpPeople, setUpPerson } from "../fixtures/sql/scenario.ts";
import { pull, pulledRow, push } from "../fixtures/sql/sync-calls.ts";

describe.each(ruleEngines)("%s", (kind) => {
  const db = setUpDatabase(kind);
  const { dev, otherDev, tester, other: outsider, admin } = setUpPeople(db);
  const viewer = setUpPerson(db, "developer");
  const suspended = setUpPerson(db, "tester", { status: "suspended" });
  const everybody = { dev, viewer, admin, tester, outsider, suspended, otherDev };
  beforeAll(async () => {
    await db.owner("insert into public.organization_members (org_id, user_id, role) values ($1, $2, 'viewer')", [
      dev,
      viewer,
    ]);
  });

  const grant = (test: string, who: string, source = "invited") =>
    db.owner("select private.grant_campaign_access($1, $2, $3)", [test, who, source]);
  const open = async (who: Who, test: string) =>
    (await db.query<{ seen: boolean }>(who, "select public.open_campaign($1) as seen", [test]))[0]?.seen;
  const reads = async (who: Who, test: string) => (await db.count(who, "campaigns", `id = '${test}'`)) === 1;
  const turn = (test: string, visibility: string) => db.update(dev, "campaigns", test, { visibility });
  const page = async (who: Who, checkpoint: Row | null) =>
    (await pull(db, who, [{ collection: "campaigns", checkpoint, limit: 1000 }])).collections.campaigns ?? {
      rows: [],
      checkpoint: {},
    };
  const caughtUp = async (who: Who) => (await page(who, null)).checkpoint;
  /**
   * Returns what a pull after that checkpoint contains about the campaign: "row", "gone" or
   * nothing.
   */
  const news = async (who: Who, test: string, checkpoint: Row | null) => {
    const [first, ...more] = (await page(who, checkpoint)).rows.filter((r) => r.id === test);
    expect(more).toEqual([]);
    return first && (first._deleted ? "gone" : "row");
  };

  const testers = ["outsider", "suspended", "tester"];
  const team = ["admin", "dev", "viewer"];
  test.each([
    ["public", "active", [...team, ...testers]],
    ["unlisted", "active", [...team, "tester"]],
    ["private", "active", [...team, "tester"]],
    ["private", "draft", team],
    ["public", "draft", team],
  ])("P2 visibility of a campaign that is %s and %s, with one granted tester", async (visibility, status, seen) => {
    const test = await campaign(db, dev, { visibility, status });
    await grant(test, tester);
    const found: Record<string, string[]> = { read: [], pulled: [], asked: [], flagged: [] };
    for (const [name, who] of Object.entries(everybody)) {
      if (await reads(who, test)) found.read?.push(name);
      // An admin's device requests campaigns one by one; a tester's has those with access.
      if (name !== "admin" && (await pulledRow(db, who, "campaigns", test)) !== undefined) found.pulled?.push(name);
      const [rule] = await db.owner<{ may: boolean }>(
        "select set_config('request.jwt.claims', $2, true), private.may_see_campaign($1, ($2::jsonb ->> 'sub')::uuid) as may",
        [test, JSON.stringify({ sub: who, role: "authenticated" })],
      );
      if (rule?.may) found.asked?.push(name);
      const flag = { id: randomUUID(), reporter_id: who, content_type: "campaign", content_id: test, reason: "Spam" };
      if (
        await db.insert(who, "flags", flag).then(
          () => true,
          () => false,
        )
      )
        found.flagged?.push(name);
    }
    const sorted = Object.fromEntries(Object.entries(found).map(([way, names]) => [way, names.sort()]));
    expect(sorted).toEqual({
      read: [...seen].sort(),
      pulled: seen.filter((name) => !["admin", "outsider", "suspended"].includes(name)).sort(),
      asked: [...seen].sort(),
      flagged: status === "draft" ? [] : seen.filter((name) => name !== "suspended").sort(),
    });
    await expect(reads(null, test)).rejects.toMatchObject({ sqlstate: "42501" });
  });

  test.each(["unlisted", "private"])("to an outsider a campaign that is %s does not exist", async (visibility) => {
    const test = await campaign(db, dev, { visibility });
    const rejection = async (id: string) => {
      const doc = {
        id: await applicationId(db, id, outsider),
        campaign_id: id,
        tester_id: outsider,
        status: "pending",
      };
      const [rejected] = (await push(db, outsider, "applications", [{ doc }])).rejected;
      const direct = await db
        .insert(outsider, "applications", { ...doc, message: "" })
        .catch((error: Error) => error.message);
      return { code: rejected?.code, message: rejected?.message, direct };
    };
    const unknown = await rejection(randomUUID());
    expect(unknown).toMatchObject({ code: "missing_parent" });
    expect(await rejection(test)).toEqual(unknown);
    expect(
      await db.query(outsider, "update public.campaigns set title = 'Mine now' where id = $1 returning id", [test]),
    ).toEqual([]);
    await grant(test, outsider);
    await apply(db, test, outsider);
  });

  test("O2 a grant brings the campaign with the next pull, once", async () => {
    const test = await campaign(db, dev, { visibility: "private" });
    // A newer campaign moves the checkpoint past the first one.
    await grant(await campaign(db, dev), tester);
    const before = await caughtUp(tester);
    const written = await db.row("campaigns", test);
    await grant(test, tester);
    expect(await news(tester, test, before)).toBe("row");
    expect(await news(outsider, test, null)).toBeUndefined();
    const after = await caughtUp(tester);
    await grant(test, tester, "again");
    expect(await news(tester, test, after)).toBeUndefined();
    const [access] = await db.owner("select source from private.campaign_access where campaign_id = $1", [test]);
    expect(access).toEqual({ source: "invited" });
    // Grants to others leave the row unchanged for existing testers.
    const people = await Promise.all([1, 2, 3].map(() => person(db, "tester")));
    await db.owner("select private.grant_campaign_access($1, p, 'csv') from unnest($2::uuid[]) p", [
      test,
      `{${people.join(",")}}`,
    ]);
    expect(await db.row("campaigns", test)).toEqual(written);
    for (const who of people) expect(await reads(who, test)).toBe(true);
  });

  test("O2 users with access to a draft get it when it is published", async () => {
    const test = await campaign(db, dev, { visibility: "private", status: "draft" });
    await grant(test, tester);
    const before = await caughtUp(tester);
    expect(await reads(tester, test)).toBe(false);
    await db.update(dev, "campaigns", test, { status: "active" });
    expect(await news(tester, test, before)).toBe("row");
    expect(await news(outsider, test, before)).toBeUndefined();
  });

  test("O2 a public campaign is on the devices of applicants and granted users, whatever its later visibility", async () => {
    const [applicant, invited] = [await person(db, "tester"), await person(db, "tester")];
    const test = await campaign(db, dev, { auto_select: false });
    // A newer campaign moves the checkpoints past the first one.
    const later = await campaign(db, dev);
    for (const who of [applicant, invited]) await grant(later, who);
    const caught = async () => ({ applicant: await caughtUp(applicant), invited: await caughtUp(invited) });
    const before = await caught();
    for (const who of [applicant, invited, outsider]) {
      expect(await reads(who, test)).toBe(true);
      expect(await news(who, test, null)).toBeUndefined();
    }
    const written = await db.row("campaigns", test);
    const application = await apply(db, test, applicant);
    await grant(test, invited);
    expect(await news(applicant, test, before.applicant)).toBe("row");
    expect(await news(invited, test, before.invited)).toBe("row");
    expect(await db.row("campaigns", test)).toEqual(written);

    const held = await caught();
    await turn(test, "private");
    expect(await news(applicant, test, held.applicant)).toBe("row");
    expect(await news(invited, test, held.invited)).toBe("row");
    expect([await reads(applicant, test), await reads(invited, test), await reads(outsider, test)]).toEqual([
      ...[true, true, false],
    ]);
    await db.update(applicant, "applications", application, { status: "withdrawn" });
    expect(await reads(applicant, test)).toBe(true);
    expect(await news(applicant, test, null)).toBe("row");
  });

  test("O2 users who opened the address and applied keep a campaign that becomes private", async () => {
    const applicant = await person(db, "tester");
    const test = await campaign(db, dev, { visibility: "unlisted", auto_select: false });
    await open(applicant, test);
    await apply(db, test, applicant);
    const held = await caughtUp(applicant);
    await turn(test, "private");
    expect(await news(applicant, test, held)).toBe("row");
    expect(await reads(applicant, test)).toBe(true);
  });

  test("O2 tombstones come in pages, in the order of all rows, and contain only the id", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.push(await campaign(db, dev, { visibility: "unlisted" }));
    for (const id of ids) await open(outsider, id);
    const held = await page(outsider, null);
    for (const id of ids) await turn(id, "private");
    const gone: Row[] = [];
    let { checkpoint } = held;
    for (let more = true; more; ) {
      const answer = (await pull(db, outsider, [{ collection: "campaigns", checkpoint, limit: 2 }])).collections
        .campaigns;
      gone.push(...(answer?.rows ?? []));
      checkpoint = answer?.checkpoint ?? {};
      more = answer?.more ?? false;
    }
    expect(gone.map(({ id, _deleted }) => [id, _deleted])).toEqual(ids.map((id) => [id, true]));
    // They fit the device's schema and are not stale versions.
    for (const { _deleted, ...row } of gone) {
      expect(v.safeParse(v.strictObject(campaigns.entries), row)).toMatchObject({ success: true });
      expect(row).toMatchObject({
        title: "",
        description: "",
        developer_name: "",
        org_id: row.id,
        developer_id: row.id,
      });
      const before = held.rows.find(({ id }) => id === row.id);
      expect(Number(row.sync_seq)).toBeGreaterThan(Number(before?.sync_seq));
    }
    // A device without a checkpoint may still have rows.
    for (const id of ids) expect(await news(outsider, id, null)).toBe("gone");
  });

  test("an unlisted campaign's address gives testers access until it becomes private", async () => {
    const test = await campaign(db, dev, { visibility: "unlisted" });
    const invited = await person(db, "tester");
    await grant(test, invited);
    const before = await caughtUp(tester);
    expect(await open(tester, test)).toBe(true);
    expect(await open(tester, test)).toBe(true);
    expect(await open(invited, test)).toBe(true);
    expect(await news(tester, test, before)).toBe("row");
    expect(await reads(outsider, test)).toBe(false);
    // Opening grants access to testers only, not to another organization's developer.
    expect(await open(otherDev, test)).toBe(false);
    expect(await open(dev, test)).toBe(true);
    await expect(open(suspended, test)).rejects.toEqual(rejection("suspended"));
    await expect(open(null, test)).rejects.toMatchObject({ sqlstate: "42501" });

    const held = await caughtUp(tester);
    await turn(test, "private");
    expect(await news(tester, test, held)).toBe("gone");
    expect(await reads(invited, test)).toBe(true);
    expect(await news(outsider, test, held)).toBeUndefined();
    expect(await open(tester, test)).toBe(false);
    // Unlisted again: the address works again.
    await turn(test, "unlisted");
    expect(await open(tester, test)).toBe(true);
    expect(await news(tester, test, held)).toBe("row");
  });

  test("an invitation remains valid after opening the address", async () => {
    const test = await campaign(db, dev, { visibility: "unlisted" });
    await open(tester, test);
    const held = await caughtUp(tester);
    await turn(test, "private");
    expect(await news(tester, test, held)).toBe("gone");
    await turn(test, "unlisted");
    await open(tester, test);
    await grant(test, tester, "csv");
    await turn(test, "private");
    expect(await reads(tester, test)).toBe(true);
  });

  test("opening answers the same for a private campaign, a draft and a missing one, and is rate-limited", async () => {
    const closed = await campaign(db, dev, { visibility: "private" });
    const draft = await campaign(db, dev, { visibility: "unlisted", status: "draft" });
    const somebody = await person(db, "tester");
    for (const id of [closed, draft, randomUUID()]) expect(await open(somebody, id)).toBe(false);
    expect(await open(somebody, await campaign(db, dev))).toBe(true);
    await db.owner("update private.rate_limits set hits = 60 where bucket = $1", [`open_campaign:${somebody}`]);
    await expect(open(somebody, closed)).rejects.toEqual(rejection("rate_limited"));
  });

  test("managers set the visibility, also of a running campaign, but not of an ended one", async () => {
    const test = await campaign(db, dev);
    await db.query(viewer, "update public.campaigns set visibility = 'private' where id = $1", [test]);
    expect(await db.row("campaigns", test)).toMatchObject({ visibility: "public" });
    const doc = await pulledRow(db, dev, "campaigns", test);
    const assumed = doc ?? {};
    const sent = { ...assumed, visibility: "private", sync_client: "laptop", sync_seq: Number(assumed.sync_seq) + 1 };
    expect((await push(db, dev, "campaigns", [{ doc: sent, assumed }])).applied).toMatchObject([
      { visibility: "private" },
    ]);
    await db.update(dev, "campaigns", test, { status: "completed" });
    await expect(turn(test, "public")).rejects.toEqual(rejection("wrong_state"));
    await expect(db.insert(dev, "campaigns", campaignInput(dev, { visibility: "secret" }))).rejects.toMatchObject({
      sqlstate: "23514",
    });
  });

  test("O2 a deleted campaign leaves every device and can be purged", async () => {
    const applicant = await person(db, "tester");
    const test = await campaign(db, dev);
    await grant(test, tester);
    await apply(db, test, applicant);
    const before = { tester: await caughtUp(tester), applicant: await caughtUp(applicant) };
    await db.owner("update public.campaigns set _deleted = true where id = $1", [test]);
    expect(await news(tester, test, before.tester)).toBe("gone");
    expect(await news(applicant, test, before.applicant)).toBe("gone");
    expect(await db.owner("select 1 from private.campaign_access where campaign_id = $1", [test])).toEqual([]);
  });

  test("O2 removals are purged after 90 days, and a device offline for longer starts over", async () => {
    const test = await campaign(db, dev, { visibility: "unlisted" });
    await open(outsider, test);
    const before = await caughtUp(outsider);
    await turn(test, "private");
    await db.owner(
      "insert into private.sync_retention_days (day, xid) values (private.today() - 91, pg_snapshot_xmax(pg_current_snapshot()))",
    );
    await db.owner("select private.purge_tombstones()");
    expect(await db.owner("select 1 from private.campaign_removals where campaign_id = $1", [test])).toEqual([]);
    expect(await page(outsider, before)).toMatchObject({ restarted: true });
    await db.owner("delete from private.sync_retention_days");
  });

  test("P2 deleting a login removes all of its access", async () => {
    const test = await campaign(db, dev, { visibility: "private" });
    const leaver = await person(db, "tester");
    await grant(test, leaver);
    await db.owner("delete from auth.users where id = $1", [leaver]);
    expect(await db.owner("select 1 from private.campaign_access where user_id = $1", [leaver])).toEqual([]);
  });
});
