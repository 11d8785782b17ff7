// A campaign leaves a tester's device when it is made private, and comes back when they are let in.
import { describe, expect, test } from "vitest";
import { campaignApply, campaignOpen } from "../../sync/mutations/applications.ts";
import { campaignEdit } from "../../sync/mutations/campaigns.ts";
import { campaignById } from "../../sync/queries/campaigns.ts";
import { refusedChanges } from "../../sync/queries/outbox.ts";
import { engines, publishCampaign, useScenario, value } from "../fixtures/sync/scenario.ts";

describe.each(engines)("on %s", (engine) => {
  const scenario = useScenario(engine);

  test("O2 a campaign made private leaves the device, with the application that waited there, and comes back with access", async () => {
    const dev = await scenario.signedUp("developer");
    const tester = await scenario.signedUp("tester");
    const { id } = await publishCampaign(dev, "Known to few");
    const held = await tester.see(campaignById(id), (c) => c?.status === "active");
    if (!held) throw new Error("unreachable");

    const turn = async (visibility: "public" | "unlisted" | "private") => {
      value(await campaignEdit(await dev.store(), id, { visibility }));
      await dev.drained();
    };
    // Without a network the tester applies to what is on the device.
    tester.network.up = false;
    value(await campaignApply(await tester.store(), held, { message: "Me", answers: [], agreement_version: 0 }));
    await turn("private");
    tester.network.up = true;
    await tester.sync.syncNow();
    await tester.see(campaignById(id), (c) => c === null);
    const refused = await tester.see(refusedChanges(), (list) => list.length > 0);
    expect(refused).toMatchObject([{ collection: "applications", code: "missing_parent" }]);
    expect(value(await campaignOpen(tester.sync.transport, id))).toBe(false);

    await turn("unlisted");
    expect(value(await campaignOpen(tester.sync.transport, id))).toBe(true);
    await tester.sync.syncNow();
    await tester.see(campaignById(id), (c) => c?.title === "Known to few" && c.visibility === "unlisted");
    await turn("private");
    await tester.sync.syncNow();
    await tester.see(campaignById(id), (c) => c === null);
    await turn("public");
    await tester.sync.syncNow();
    await tester.see(campaignById(id), (c) => c?.visibility === "public");
  });
});
