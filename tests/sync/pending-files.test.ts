// The sync status of pending files: a draft's files wait for their author, and a rejected upload
// does not count as offline.
import { describe, expect, test } from "vitest";
import { reportSubmit } from "../../sync/mutations/feedback.ts";
import { long } from "../fixtures/long.ts";
import { until } from "../fixtures/sync/device.ts";
import {
  draftWithPicture,
  joinCampaign,
  publishCampaign,
  reportById,
  useScenario,
  value,
} from "../fixtures/sync/scenario.ts";

describe("pending files", () => {
  const scenario = useScenario();

  async function draftWithPhoto() {
    const dev = await scenario.signedUp("developer");
    const tester = await scenario.signedUp("tester");
    const accepted = await joinCampaign(tester, await publishCampaign(dev));
    const texts = { rating: 3, summary: "With a picture", details: "See it here" };
    const report = await draftWithPicture(tester, accepted, texts, { name: "a.png", size: 5_000 });
    return { tester, report };
  }

  test("O1 S11 an unsent draft with a photo shows nothing pending once its row is on the server, but logging out would lose it", async () => {
    const { tester, report } = await draftWithPhoto();
    await until("the pill to say Synced", async () => {
      const { phase, waiting, firstSyncDone } = tester.sync.status$.value;
      return (firstSyncDone && phase === "idle" && waiting === 0) || undefined;
    });
    expect(await tester.sync.unsent()).toBe(1);
    tester.network.fault = (url) => (url.includes("/storage/") ? { kind: "dropped" } : null);
    value(await reportSubmit(await tester.store(), report.id));
    await until("the photo to wait", async () => tester.sync.status$.value.waiting === 1 || undefined);
  });

  test(
    "O1 O2 a file that storage rejects does not count as offline, and arrives when storage accepts it",
    long,
    async () => {
      const { tester, report } = await draftWithPhoto();
      let tried = 0;
      tester.network.fault = (url) => {
        if (!url.includes("/storage/")) return null;
        tried += 1;
        return { kind: "dropped" };
      };
      const phases = new Set<string>();
      const watching = tester.sync.status$.subscribe(({ phase }) => phases.add(phase));
      value(await reportSubmit(await tester.store(), report.id));
      await until("two tries", async () => tried >= 2 || undefined);
      await until("one to wait", async () => {
        const { phase, waiting } = tester.sync.status$.value;
        return (phase === "idle" && waiting === 1) || undefined;
      });
      watching.unsubscribe();
      expect([...phases]).not.toContain("offline");
      tester.network.fault = () => null;
      await tester.sync.syncNow();
      await tester.see(reportById(report.id), (r) => r?.uploaded.length === 1);
    },
  );
});
