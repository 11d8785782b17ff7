// A device under all faults: invalid and lost responses, clock jumps, killed tabs, revoked rights
// with pending changes. It loses no edit and creates nothing twice.
import { afterEach, describe, expect, test, vi } from "vitest";
import { campaignApply } from "../../sync/mutations/applications.ts";
import { type AppInput, appCreate, releaseCreate } from "../../sync/mutations/apps.ts";
import { campaignCreate, campaignEdit } from "../../sync/mutations/campaigns.ts";
import { commentAdd, reportEdit, reportStart, reportSubmit } from "../../sync/mutations/feedback.ts";
import { rejectedDiscard, rejectedRetry } from "../../sync/mutations/outbox.ts";
import { decisionsSettle, scheduleReview } from "../../sync/mutations/pending-reviews.ts";
import { profileEdit } from "../../sync/mutations/profile.ts";
import { pendingRows } from "../../sync/outbox/pending-changes.ts";
import { rejectedChanges } from "../../sync/queries/outbox.ts";
import { firstCases, long } from "../fixtures/long.ts";
import { type Device, until } from "../fixtures/sync/device.ts";
import type { Fault } from "../fixtures/sync/network.ts";
import {
  briefInput,
  campaignInput,
  joinCampaign,
  openCampaign,
  publishCampaign,
  reportById,
  type Someone,
  useScenario,
  value,
} from "../fixtures/sync/scenario.ts";

const appInput: AppInput = {
  ...{ title: "Night Map", description: "Maps for the night." },
  ...({ platform: "android", type: "APK" } as const),
  ...{ icon_path: "", screenshots: [], requirements: [], compatibility: "" },
};

/** Returns the user's texts on the device: unsent, or in the outbox. */
async function keptHere(device: Device): Promise<string> {
  const store = await device.store();
  const rows = await Promise.all(store.names.map((name) => pendingRows(store, name)));
  return JSON.stringify([rows, await store.device.outbox.toArray()]);
}

describe("invalid responses", () => {
  const scenario = useScenario("pglite");
  const service = (status: number, body: object = { code: "", message: "Not now" }): Fault => ({
    kind: "status",
    ...{ status, body },
  });
  const faults: readonly (readonly [string, Fault])[] = [
    ["a 500", service(500)],
    ["a 502", service(502)],
    ["a 504", service(504)],
    ["PostgreSQL's time limit", service(500, { code: "57014", message: "canceling statement due to timeout" })],
    ["a deadlock", service(500, { code: "40P01", message: "deadlock detected" })],
    ["a 429", service(429)],
    ["a 408", service(408)],
    ["a 401", service(401, { code: "PGRST301", message: "JWT expired" })],
    ["a 403", service(403, { code: "42501", message: "permission denied" })],
    ["a 404", service(404, { code: "PGRST202", message: "Could not find the function" })],
    ["an empty object", { kind: "garbled", garble: () => "{}" }],
    ["a list", { kind: "garbled", garble: () => "[]" }],
    ["half of the answer", { kind: "garbled", garble: (answer) => answer.slice(0, answer.length / 2) }],
    ["an answer as text", { kind: "page", status: 200, type: "text/plain", text: '{"applied":[]}' }],
  ];
  test.each(firstCases(faults, 2))(
    "O1 O2 %s to each call keeps edits, and they are sent later, once",
    async (_, fault) => {
      const dev = await scenario.signedUp("developer");
      const store = await dev.store();
      await dev.synced();
      let asked = 0;
      dev.network.fault = (url) => {
        if (!url.includes("/rest/v1/rpc/sync_")) return null;
        asked += 1;
        return fault;
      };
      const made = value(await campaignCreate(store, campaignInput({ title: "Kept all the same" }), briefInput));
      value(await profileEdit(store, { bio: "Written meanwhile" }));
      const before = asked;
      await until("some tries", async () => {
        await dev.sync.syncNow();
        return asked > before + 3 || undefined;
      });
      expect(await store.device.outbox.count()).toBe(0);
      expect(await keptHere(dev)).toContain("Written meanwhile");
      dev.network.fault = () => null;
      await dev.sync.syncNow();
      await dev.drained();
      expect(dev.sync.session$.value.kind).toBe("signed_in");
      expect(await store.device.outbox.count()).toBe(0);
      expect(
        await scenario.sql(
          "select c.title, p.bio from campaigns c join profiles p on p.id = c.developer_id where c.id = $1",
          [made.id],
        ),
      ).toEqual([{ title: "Kept all the same", bio: "Written meanwhile" }]);
    },
  );
});

describe("lost responses", () => {
  const scenario = useScenario("pglite");
  /** Loses the first response to each push, and a proxy duplicates the second request. */
  const forgetful = (device: Device) => {
    const tries = new Map<string, number>();
    device.network.fault = (url, body) => {
      if (!url.endsWith("/sync_push")) return null;
      const n = (tries.get(body) ?? 0) + 1;
      tries.set(body, n);
      return n === 1 ? { kind: "answer_lost" } : n === 2 ? { kind: "twice" } : null;
    };
  };

  test("O2 creates exactly one row in each collection that users write to", long, async () => {
    const dev = await scenario.signedUp("developer");
    const tester = await scenario.signedUp("tester");
    const campaign = await publishCampaign(dev, "Answers get lost");
    forgetful(dev);
    forgetful(tester);
    const accepted = await joinCampaign(tester, campaign);
    const store = await tester.store();
    const report = value(await reportStart(store, accepted, ""));
    value(await reportEdit(store, report.id, { rating: 3, summary: "Once and no more", details: "Details" }));
    value(await reportSubmit(store, report.id));
    await tester.drained();
    const sent = await dev.see(reportById(report.id), (r) => r?.status === "submitted");
    if (!sent) throw new Error("unreachable");
    value(await commentAdd(store, sent, "A comment of the tester", false));
    const desk = await dev.store();
    value(await commentAdd(desk, sent, "A comment of the developer", true));
    const app = value(await appCreate(desk, appInput));
    value(await releaseCreate(desk, app.id, { version: "1.0", notes: "" }));
    value(await campaignCreate(desk, campaignInput({ title: "Another one" }), briefInput));
    await Promise.all([dev.drained(), tester.drained()]);
    for (const device of [dev, tester]) expect(await (await device.store()).device.outbox.toArray()).toEqual([]);
    const [made] = await scenario.sql(
      `select (select count(*)::int from applications where tester_id = $2) as applications,
        (select count(*)::int from feedback where tester_id = $2) as reports,
        (select count(*)::int from comments where author_id in ($1, $2)) as comments,
        (select count(*)::int from apps where developer_id = $1) as apps,
        (select count(*)::int from releases where developer_id = $1) as releases,
        (select count(*)::int from campaigns where developer_id = $1) as campaigns`,
      [dev.person.id, tester.person.id],
    );
    expect(made).toEqual({ applications: 1, reports: 1, comments: 2, apps: 1, releases: 1, campaigns: 2 });
  });
});

describe("rights revoked while changes are pending", () => {
  const scenario = useScenario("pglite");
  const reported: unknown[] = [];
  // Compared by name: the test's devices do not share the class.
  const watch = () =>
    vi.stubGlobal("reportError", (error: Error) => error.name === "Cancelled" || reported.push(String(error)));
  afterEach(() => {
    vi.unstubAllGlobals();
    reported.splice(0);
  });

  /** Changes in every collection that a developer writes, all made offline. */
  async function developerInATunnel(): Promise<Someone & { words: string[] }> {
    const dev = await scenario.signedUp("developer");
    const store = await dev.store();
    const known = await publishCampaign(dev, "Known to the server");
    await dev.drained();
    dev.network.up = false;
    value(await profileEdit(store, { bio: "words of the profile" }));
    value(await campaignEdit(store, known.id, { requirements: "words of the campaign" }));
    const brief = { ...briefInput, instructions: "words of the brief" };
    value(await campaignCreate(store, campaignInput({ title: "words of a new campaign" }), brief));
    const app = value(await appCreate(store, { ...appInput, title: "words of the app" }));
    value(await releaseCreate(store, app.id, { version: "1.0", notes: "words of the release" }));
    const words = ["profile", "campaign", "brief", "a new campaign", "app", "release"];
    return Object.assign(dev, {
      words: words.map((one) => (one.startsWith("a ") ? `words of ${one}` : `words of the ${one}`)),
    });
  }
  async function testerInATunnel(): Promise<Someone & { words: string[] }> {
    const dev = await scenario.signedUp("developer");
    const tester = await scenario.signedUp("tester");
    const accepted = await joinCampaign(tester, await publishCampaign(dev, "Joined before"));
    const other = await openCampaign(tester, await publishCampaign(dev, "Opened before"));
    const store = await tester.store();
    const sent = value(await reportStart(store, accepted, ""));
    value(await reportEdit(store, sent.id, { rating: 3, summary: "Sent before", details: "Details" }));
    value(await reportSubmit(store, sent.id));
    await tester.drained();
    const there = await tester.see(reportById(sent.id), (r) => r?.status === "submitted" && r.sync_xid !== "");
    if (!there) throw new Error("unreachable");
    tester.network.up = false;
    value(await profileEdit(store, { bio: "words of the profile" }));
    value(
      await campaignApply(store, other, { message: "words of the application", answers: [], agreement_version: 0 }),
    );
    value(await commentAdd(store, there, "words of the comment", false));
    const report = value(await reportStart(store, accepted, ""));
    value(await reportEdit(store, report.id, { rating: 2, summary: "words of the report", details: "Details" }));
    value(await reportSubmit(store, report.id));
    return Object.assign(tester, {
      words: ["profile", "application", "comment", "report"].map((one) => `words of the ${one}`),
    });
  }
  const ends = {
    suspended: "update profiles set status = 'suspended', status_reason = 'Test' where id = $1",
    "with another role": `update profiles set role = case role when 'tester' then 'developer' else 'tester' end where id = $1`,
    "in maintenance": `update settings set values = values || '{"maintenance_mode": true}' where section = 'general' and $1::text is not null`,
  } as const;
  const over = "update settings set values = values || '{\"maintenance_mode\": false}' where section = 'general'";
  const people = { developer: developerInATunnel, tester: testerInATunnel };
  const cases = Object.keys(people).flatMap((role) => Object.keys(ends).map((end) => [role, end] as const));

  test.each(firstCases(cases, 2))(
    "O2 offline texts of a %s are still on the device after coming online %s",
    async (role, end) => {
      watch();
      const someone = await people[role as keyof typeof people]();
      await scenario.sql(ends[end as keyof typeof ends], [someone.person.id]);
      someone.network.up = true;
      let answered = 0;
      someone.network.fault = (url) => {
        if (url.includes("/sync_")) answered += 1;
        return null;
      };
      await until("the server's answers", async () => {
        await someone.sync.syncNow();
        return answered > 8 || undefined;
      });
      if (end === "with another role")
        await until("the store of the new role", async () => (await someone.store()).role !== role || undefined);
      const missing = async () => {
        const kept = await keptHere(someone);
        const there = JSON.stringify(
          await scenario.sql(
            `select (select jsonb_agg(c) from campaigns c where c.developer_id = $1) as a, (select jsonb_agg(b) from briefs b where b.developer_id = $1) as b,
            (select jsonb_agg(p) from apps p where p.developer_id = $1) as c, (select jsonb_agg(r) from releases r where r.developer_id = $1) as d,
            (select jsonb_agg(f) from feedback f where f.tester_id = $1) as e, (select jsonb_agg(m) from comments m where m.author_id = $1) as f,
            (select jsonb_agg(q) from applications q where q.tester_id = $1) as g, (select to_jsonb(x) from profiles x where x.id = $1) as h`,
            [someone.person.id],
          ),
        );
        return someone.words.filter((word) => !kept.includes(word) && !there.includes(word));
      };
      expect(await missing()).toEqual([]);
      expect(someone.sync.store$.value.kind).not.toBe("failed");
      // Each entry can be retried, edited and finally discarded without a crash.
      const store = await someone.store();
      for (const { key, doc } of await someone.see(rejectedChanges(), () => true)) {
        await rejectedRetry(store, key);
        const texts = ["title", "summary", "bio", "notes", "message"].filter(
          (column) => typeof doc[column] === "string",
        );
        await rejectedRetry(store, key, Object.fromEntries(texts.map((column) => [column, `${doc[column]} (edited)`])));
        expect(await missing()).toEqual([]);
      }
      if (end === "in maintenance") {
        await scenario.sql(over);
        await someone.sync.syncNow();
        await someone.drained();
        expect(await missing()).toEqual([]);
      }
      await until("the outbox to be quiet", async () => {
        for (const { key } of await someone.see(rejectedChanges(), () => true))
          value(await rejectedDiscard(store, key));
        return (await store.device.outbox.count()) === 0 || undefined;
      });
      expect(reported).toEqual([]);
    },
  );
});

describe("a killed tab, a clock that jumps", () => {
  const scenario = useScenario("pglite");
  afterEach(() => void vi.useRealTimers());

  test("O2 a tab killed between any two steps of a push loses and repeats nothing", long, async () => {
    let dev: Device = await scenario.signedUp("developer");
    const { disk, name } = dev;
    const titles: string[] = [];
    for (const step of ["before the push", "before the answer", "with the answer on its way"]) {
      const store = await dev.store();
      await dev.drained();
      let reached: () => void = () => undefined;
      const there = new Promise<void>((done) => {
        reached = done;
      });
      dev.network.fault = (url) => {
        if (!url.endsWith("/sync_push")) return null;
        if (step === "before the push") return { kind: "late", until: () => new Promise(() => reached()) };
        if (step === "before the answer") {
          reached();
          return { kind: "answer_lost" };
        }
        return { kind: "overtaken", until: () => new Promise(() => reached()) };
      };
      value(await campaignCreate(store, campaignInput({ title: `Killed ${step}` }), briefInput));
      titles.push(`Killed ${step}`);
      await there;
      await dev.kill();
      dev = await scenario.device({ disk, name });
    }
    await dev.drained();
    expect(await (await dev.store()).device.outbox.count()).toBe(0);
    const made = await scenario.sql<{ title: string }>("select title from campaigns where title like 'Killed %'");
    expect(made.map(({ title }) => title).sort()).toEqual(titles.sort());
  });

  test.each([
    ["forward", 3],
    ["back", -3],
  ])("O2 edits before and after the clock is set %s by days are sent, also after a restart", long, async (_, days) => {
    vi.useFakeTimers({ toFake: ["Date"], shouldAdvanceTime: true });
    let dev: Device = await scenario.signedUp("developer");
    const { disk, name } = dev;
    await dev.drained();
    dev.network.up = false;
    value(await campaignCreate(await dev.store(), campaignInput({ title: `Before ${days}` }), briefInput));
    vi.setSystemTime(Date.now() + days * 86_400_000);
    value(await campaignCreate(await dev.store(), campaignInput({ title: `After ${days}` }), briefInput));
    await dev.kill();
    dev = await scenario.device({ disk, name });
    await dev.drained();
    value(await campaignCreate(await dev.store(), campaignInput({ title: `Online ${days}` }), briefInput));
    await dev.drained();
    const made = await scenario.sql<{ title: string }>(
      "select title from campaigns where title = any ($1) order by title",
      [[`Before ${days}`, `After ${days}`, `Online ${days}`]],
    );
    expect(made).toHaveLength(3);
    expect(dev.sync.session$.value.kind).toBe("signed_in");
  });

  test(
    "S18 O2 a review held for Undo is submitted by the next page if its tab was killed, whatever the clock says",
    long,
    async () => {
      const dev = await scenario.signedUp("developer");
      const tester = await scenario.signedUp("tester");
      const accepted = await joinCampaign(tester, await publishCampaign(dev, "Held and left"));
      const report = value(await reportStart(await tester.store(), accepted, ""));
      value(
        await reportEdit(await tester.store(), report.id, { rating: 3, summary: "Held for Undo", details: "Details" }),
      );
      value(await reportSubmit(await tester.store(), report.id));
      await dev.see(reportById(report.id), (r) => r?.status === "submitted");
      value(await scheduleReview(await dev.store(), [report.id], { to: "approved", usefulness: 4 }, "a page"));
      const { disk, name } = dev;
      await dev.kill();
      const again = await scenario.device({ disk, name });
      const store = await again.store();
      // Held a moment ago, so its page may still be open. With the clock set back by a day, it is
      // not.
      await decisionsSettle(store);
      expect(await store.device.drafts.count()).toBe(1);
      await decisionsSettle(store, Date.now() - 86_400_000);
      expect(await store.device.drafts.count()).toBe(0);
      await again.drained();
      expect(await scenario.sql("select status, usefulness from feedback where id = $1", [report.id])).toEqual([
        { status: "approved", usefulness: 4 },
      ]);
    },
  );
});
