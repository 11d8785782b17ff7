import { describe, expect, test } from "vitest";
import { reportSubmit } from "../../sync/mutations/feedback.ts";
import { long } from "../fixtures/long.ts";
import { until } from "../fixtures/sync/device.ts";
import { held } from "../fixtures/sync/network.ts";
import {
  draftWithPicture,
  joinCampaign,
  publishCampaign,
  reportById,
  useScenario,
  value,
} from "../fixtures/sync/scenario.ts";

describe("prefetched pictures", () => {
  const scenario = useScenario("pglite");

  test("S18 O1 a download under way during a poll is requested once, and not again later", long, async () => {
    const dev = await scenario.signedUp("developer");
    const tester = await scenario.signedUp("tester");
    const accepted = await joinCampaign(tester, await publishCampaign(dev));
    const gate = held();
    let asked = 0;
    dev.network.fault = (url) => {
      if (!/\/storage\/v1\/object\/(authenticated\/)?attachments\//.test(url)) return null;
      asked += 1;
      return { kind: "late", until: gate.pass };
    };
    const texts = { rating: 3, summary: "With a picture", details: "Details" };
    const report = await draftWithPicture(tester, accepted, texts, { name: "a.png", size: 5_000 });
    value(await reportSubmit(await tester.store(), report.id));
    await tester.drained();
    await dev.see(reportById(report.id), (r) => r?.uploaded.length === 1);
    await gate.reached;
    const polls = () => dev.network.count("/sync_pull");
    const pollMore = async () => {
      const before = polls();
      await until("polls", async () => {
        await dev.sync.syncNow();
        return polls() > before + 5 || undefined;
      });
    };
    await pollMore();
    expect(asked).toBe(1);
    gate.release();
    const store = await dev.store();
    await until("the picture", async () => (await store.device.blobs.count()) === 1 || undefined);
    await pollMore();
    expect(asked).toBe(1);
  });
});
