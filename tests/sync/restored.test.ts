// The server is restored to an earlier backup: each device notices, whatever it had pulled, and can
// send newer changes again. On both databases, with copied folders.

import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBackend } from "../../supabase/local/backend.ts";
import { applicationAccept, campaignApply } from "../../sync/mutations/applications.ts";
import { campaignCreate, campaignEdit, campaignPublish } from "../../sync/mutations/campaigns.ts";
import { commentAdd, reportSubmit } from "../../sync/mutations/feedback.ts";
import { lostSendAll, rejectedRetry } from "../../sync/mutations/outbox.ts";
import { patchRow } from "../../sync/mutations/row.ts";
import { applicationTo } from "../../sync/queries/applications.ts";
import { rejectedChanges } from "../../sync/queries/outbox.ts";
import type { Campaign } from "../../sync/schema/campaigns.ts";
import { lostCode } from "../../sync/schema/rejections.ts";
import { ruleEngines } from "../fixtures/engines.ts";
import { long } from "../fixtures/long.ts";
import { type Device, until } from "../fixtures/sync/device.ts";
import { openRestorable, type RestorableScenario } from "../fixtures/sync/restorable.ts";
import {
  briefInput,
  campaignInput,
  draftWithPicture,
  openCampaign,
  reportById,
  reportDecide,
  signUpOn,
  today,
  value,
} from "../fixtures/sync/scenario.ts";

const run = promisify(execFile);
type Someone = Device & { person: { id: string; email: string } };

test("B13 a partial restore is neither served nor recreated", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "betaflock-half-"));
  writeFileSync(join(dataDir, "restore-unfinished"), "");
  await expect(startBackend({ dataDir })).rejects.toThrow(/was not finished/);
  rmSync(dataDir, { recursive: true });
});

describe.each(ruleEngines)("%s", (engine) => {
  let scenario: RestorableScenario;
  beforeAll(async () => {
    scenario = await openRestorable(engine);
  });
  afterAll(() => scenario.end());

  const someone = async (role: "tester" | "developer"): Promise<Someone> => {
    const device = await scenario.device();
    return Object.assign(device, { person: await signUpOn(device, role, role) });
  };
  const campaign = async (dev: Someone, title: string, change = {}): Promise<Campaign> => {
    const made = value(await campaignCreate(await dev.store(), campaignInput({ title, ...change }), briefInput));
    return value(await campaignPublish(await dev.store(), made.id, today()));
  };
  const offline = (...devices: Device[]) => {
    for (const device of devices) device.network.up = false;
  };
  const online = async (...devices: Device[]) => {
    for (const device of devices) {
      device.network.up = true;
      await device.sync.syncNow();
    }
  };
  /** Restores the copy while all devices are offline, then reconnects them with rebuilt stores. */
  const putBack = async (devices: readonly Device[], meanwhile: () => Promise<void> = async () => undefined) => {
    const stores = await Promise.all(devices.map((device) => device.store()));
    offline(...devices);
    const seen = await scenario.nextXid();
    await scenario.putBack();
    await meanwhile();
    await scenario.overtake(seen);
    await online(...devices);
    for (const [i, device] of devices.entries()) {
      await until("a store made anew", async () => ((await device.store()) === stores[i] ? undefined : true));
      await device.synced();
    }
  };
  const titles = async (device: Device) =>
    (await (await device.store()).collection("campaigns").find().exec()).map(({ title }) => title).sort();
  const titlesOnServer = async () =>
    (await scenario.sql<{ title: string }>("select title from campaigns where not _deleted order by title")).map(
      (r) => r.title,
    );
  const shows = (device: Device, wanted: () => Promise<string[]>) =>
    until("the device to show what the server has", async () => {
      await device.sync.syncNow();
      const [here, there] = [await titles(device), await wanted()];
      return JSON.stringify(here) === JSON.stringify(there) || undefined;
    });

  test(
    "O2 B13 notices a restored folder, even if the restored server's transactions exceed those the device has seen",
    long,
    async () => {
      const dev = await someone("developer");
      const other = await someone("developer");
      await campaign(dev, "Before the backup");
      await dev.drained();
      offline(other);
      await scenario.backup();
      await online(dev, other);
      await campaign(dev, "Lost with the disk");
      await dev.drained();
      await until("the campaign to be seen", async () => (await titles(dev)).length === 2 || undefined);
      offline(other);
      await putBack([dev], async () => {
        const third = await someone("developer");
        await campaign(third, "Made while others were away");
        await third.drained();
      });
      await online(other);
      await shows(dev, async () => ["Before the backup"]);
      const [lost] = await dev.see(rejectedChanges(), (list) =>
        list.some(({ collection }) => collection === "campaigns"),
      );
      expect(lost).toMatchObject({ kind: "rejected", code: lostCode });
      value(await lostSendAll(await dev.store()));
      await dev.drained();
      expect(await titlesOnServer()).toEqual([
        "Before the backup",
        "Lost with the disk",
        "Made while others were away",
      ]);
      expect(await (await dev.store()).device.outbox.count()).toBe(0);
    },
  );

  test("O2 B13 a normal restart of the server makes no device start over", long, async () => {
    const dev = await someone("developer");
    await campaign(dev, "Through a restart");
    await dev.drained();
    const store = await dev.store();
    for (let restarts = 0; restarts < 2; restarts++) {
      offline(dev);
      await scenario.while(async () => undefined);
      await online(dev);
      const before = dev.network.count("/sync_pull");
      await until("two pulls", async () => {
        await dev.sync.syncNow();
        return dev.network.count("/sync_pull") > before + 1 || undefined;
      });
    }
    expect(await dev.store()).toBe(store);
    expect(await store.device.outbox.count()).toBe(0);
  });

  test(
    "O2 B13 also recovers an edit that was acknowledged but not yet pulled; a pending edit continues from it",
    long,
    async () => {
      const dev = await someone("developer");
      const made = await campaign(dev, "Acknowledged");
      const waits = await campaign(dev, "Edited on the way");
      await dev.drained();
      await dev.sync.syncNow();
      offline(dev);
      await scenario.backup();
      // The device hears from the server through push responses only.
      dev.network.fault = (url) => (url.includes("/sync_pull") ? { kind: "dropped" } : null);
      await online(dev);
      value(
        await campaignEdit(await dev.store(), made.id, { description: "Acknowledged by a server that lost it later" }),
      );
      value(
        await campaignEdit(await dev.store(), waits.id, {
          description: "Lost, and edited further on this device since",
        }),
      );
      await dev.drained();
      offline(dev);
      value(await campaignEdit(await dev.store(), waits.id, { requirements: "Written on the way" }));
      dev.network.fault = () => null;
      await putBack([dev]);
      const [lost] = await dev.see(rejectedChanges(), (list) => list.length > 0);
      expect(lost).toMatchObject({ code: lostCode, id: made.id });
      await dev.drained();
      value(await rejectedRetry(await dev.store(), lost?.key ?? ""));
      await dev.drained();
      const rows = await scenario.sql(
        "select description, requirements from campaigns where id = any ($1::uuid[]) order by title",
        [`{${made.id},${waits.id}}`],
      );
      expect(rows).toEqual([
        { description: "Acknowledged by a server that lost it later", requirements: made.requirements },
        { description: "Lost, and edited further on this device since", requirements: "Written on the way" },
      ]);
    },
  );

  // PGlite has one session, so nothing runs concurrently with a pull.
  test.runIf(engine === "postgres")(
    "O2 B13 rows that another transaction changed are compared after it ends, because no pull brings them before",
    long,
    async () => {
      const dev = await someone("developer");
      await dev.synced();
      offline(dev);
      await scenario.backup();
      await online(dev);
      value(await patchRow(await dev.store(), "profiles", dev.person.id, { bio: "Written since the backup" }));
      await dev.drained();
      const sql = postgres(scenario.place.databaseUrl ?? "", { max: 2 });
      let release: () => void = () => undefined;
      let held: Promise<unknown> = Promise.resolve();
      await putBack([dev], async () => {
        const until = new Promise<void>((done) => {
          release = done;
        });
        await new Promise<void>((begun) => {
          held = sql.begin(async (own) => {
            await own`select pg_current_xact_id()`;
            begun();
            await until;
          });
        });
        await sql`update public.profiles set karma = karma where id = ${dev.person.id}`;
      });
      const { device } = await dev.store();
      const before = dev.network.count("/sync_pull");
      await until("some more pulls", async () => {
        await dev.sync.syncNow();
        return dev.network.count("/sync_pull") > before + 2 || undefined;
      });
      expect(await device.outbox.count()).toBe(0);
      expect(await device.ownRows.count()).toBeGreaterThan(0);
      release();
      await held;
      const [lost] = await dev.see(rejectedChanges(), (list) => list.length > 0);
      expect(lost).toMatchObject({ code: lostCode, collection: "profiles", doc: { bio: "Written since the backup" } });
      await until("all to be compared", async () => (await device.ownRows.count()) === 0 || undefined);
      await sql.end();
    },
  );

  test(
    "O2 O4 S11 B13 a tester's and a developer's changes since the backup are sent again with one press, photos too; killing the tab half-way loses nothing",
    long,
    async () => {
      const dev = await someone("developer");
      const tester = await someone("tester");
      const old = await campaign(dev, "Known to the backup", { auto_select: false });
      await openCampaign(tester, old);
      await Promise.all([dev.drained(), tester.drained()]);
      offline(dev, tester);
      await scenario.backup();
      await online(dev, tester);
      // The restore loses all of this: an application and its decision, a report with a photo and
      // its decision, a comment.
      const message = { message: "I would like to", answers: [], agreement_version: 0 };
      const application = value(await campaignApply(await tester.store(), old, message));
      await dev.see(applicationTo(old.id, tester.person.id), (a) => a?.status === "pending");
      value(await applicationAccept(await dev.store(), application.id));
      const accepted = await tester.see(applicationTo(old.id, tester.person.id), (a) => a?.status === "accepted");
      if (!accepted) throw new Error("unreachable");
      const picture = { name: "lost.png", size: 30_000, device: "A phone" };
      const texts = { rating: 4, summary: "Lost with the disk", details: "All of it" };
      const report = await draftWithPicture(tester, accepted, texts, picture);
      value(await reportSubmit(await tester.store(), report.id));
      const arrived = await dev.see(reportById(report.id), (r) => r?.uploaded.length === 1);
      if (!arrived) throw new Error("unreachable");
      value(await commentAdd(await dev.store(), arrived, "Thank you, and good night"));
      const no = { to: "rejected", reason_code: "other", reason: "Too short for a night", duplicate_of: null } as const;
      value(await reportDecide(await dev.store(), report.id, no));
      await tester.see(reportById(report.id), (r) => r?.status === "rejected");
      await Promise.all([dev.drained(), tester.drained()]);
      const before = await dev.store();
      offline(dev);
      await putBack([tester]);
      expect(await scenario.sql("select 1 from applications where id = $1", [application.id])).toEqual([]);

      const both = (list: readonly { collection: string; code: string }[]) =>
        ["applications", "feedback"].every((name) => list.some((e) => e.collection === name && e.code === lostCode));
      await tester.see(rejectedChanges(), both);
      // Kills the tab before sending again, and again while sending.
      await tester.kill();
      const again = await scenario.device(tester);
      const kept = await again.see(rejectedChanges(), both);
      expect(kept.find(({ collection }) => collection === "feedback")?.doc).toMatchObject({
        status: "submitted",
        reason: "",
        uploaded: [],
      });
      again.network.up = false;
      value(await lostSendAll(await again.store()));
      await again.kill();
      const third = await scenario.device(again);
      await online(third);
      // The report needs the tester's acceptance first, which was lost too.
      const first = await third.see(
        rejectedChanges(),
        (list) => list.length > 0 && list.every(({ code }) => code === "not_accepted"),
      );
      expect(first.map(({ collection }) => collection)).toEqual(["feedback"]);

      await online(dev);
      await until("a store made anew", async () => ((await dev.store()) === before ? undefined : true));
      await dev.see(applicationTo(old.id, tester.person.id), (a) => a?.status === "pending");
      value(await applicationAccept(await dev.store(), application.id));
      await third.see(applicationTo(old.id, tester.person.id), (a) => a?.status === "accepted");
      value(await rejectedRetry(await third.store(), first[0]?.key ?? ""));
      await third.drained();
      const back = await dev.see(reportById(report.id), (r) => r?.uploaded.length === 1);
      expect(back).toMatchObject({ status: "submitted", summary: "Lost with the disk", details: "All of it" });
      const [object] = await scenario.sql<{ size: number }>(
        "select (metadata ->> 'size')::int as size from storage.objects where bucket_id = 'attachments' and name like $1",
        [`${tester.person.id}/%`],
      );
      expect(object?.size).toBe(picture.size);

      // They are compared one after another.
      const decisions = await dev.see(rejectedChanges(), (list) => list.length > 1);
      expect(decisions.map(({ collection, code }) => [collection, code]).sort()).toEqual([
        ["comments", lostCode],
        ["feedback", lostCode],
      ]);
      value(await lostSendAll(await dev.store()));
      await dev.drained();
      expect(await scenario.sql("select status, reason from feedback where id = $1", [report.id])).toEqual([
        { status: "rejected", reason: "Too short for a night" },
      ]);
      expect(await scenario.sql("select body from comments where feedback_id = $1", [report.id])).toEqual([
        { body: "Thank you, and good night" },
      ]);
      expect(await (await dev.store()).device.outbox.count()).toBe(0);
    },
  );

  test(
    "O2 B13 db:backup and db:restore: backup, work, restore, and every device converges; changes no longer allowed are rejected with a reason",
    long,
    async () => {
      const folder = mkdtempSync(join(tmpdir(), "betaflock-backup-"));
      const file = join(folder, "backup.tgz");
      const { place } = scenario;
      const command = (...args: string[]) =>
        run(process.execPath, ["--import", "tsx", "supabase/local/backup-command.ts", ...args], {
          env: {
            ...process.env,
            DATA_DIR: place.dataDir,
            ...(place.databaseUrl ? { DATABASE_URL: place.databaseUrl } : {}),
          },
        }).then(
          ({ stdout }) => stdout,
          (error: { stderr: string }) => `rejected: ${error.stderr}`,
        );
      const dev = await someone("developer");
      const kept = await campaign(dev, "In the file");
      await dev.drained();
      const running = await command("backup", file);
      if (engine === "pglite") {
        expect(running).toMatch(/^rejected: The data folder .* is in use by process/);
        await scenario.while(async () => void (await command("backup", file)));
      } else expect(running).toContain(file);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(await command("backup", file)).toMatch(/^rejected: .* exists already/);

      value(
        await campaignEdit(await dev.store(), kept.id, { description: "Edited after the backup was made, and lost" }),
      );
      await campaign(dev, "Not in the file");
      await dev.drained();
      const store = await dev.store();
      expect(await command("restore", file)).toMatch(/^rejected: /);
      offline(dev);
      await scenario.while(async () => {
        expect(await command("restore", "package.json")).toMatch(/^rejected: tar failed/);
        expect(await command("restore", file)).toMatch(/^Restored\. What was in the data folder before lies in/);
      });
      expect((await titlesOnServer()).filter((title) => title.endsWith("the file"))).toEqual(["In the file"]);
      await online(dev);
      await until("a store made anew", async () => ((await dev.store()) === store ? undefined : true));
      await dev.synced();
      await dev.see(rejectedChanges(), (list) => list.filter((e) => e.collection === "campaigns").length === 2);
      value(await lostSendAll(await dev.store()));
      await dev.drained();
      expect(await (await dev.store()).device.outbox.count()).toBe(0);
      const rows = await scenario.sql(
        "select title, description from campaigns where title like '%the file' order by title",
      );
      expect(rows).toMatchObject([
        { title: "In the file", description: "Edited after the backup was made, and lost" },
        { title: "Not in the file" },
      ]);
      rmSync(folder, { recursive: true });
    },
  );
});
