// A campaign leaves a tester's device when it is made private, and comes back when they are let in.
import { describe, expect, test } from "vitest";
import { applicationAccept, campaignApply, campaignOpen } from "../../sync/mutations/applications.ts";
import { campaignEdit } from "../../sync/mutations/campaigns.ts";
import { applicationTo } from "../../sync/queries/applications.ts";
import { briefById, campaignById } from "../../sync/queries/campaigns.ts";
import { refusedChanges } from "../../sync/queries/outbox.ts";
import { briefInput, engines, joinCampaign, publishCampaign, useScenario, value } from "../fixtures/sync/scenario.ts";

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

  test("O2 an acceptance brings the brief from far below the checkpoint, and stamps it for nobody else", async () => {
    const dev = await scenario.signedUp("developer");
    const [first, second] = [await scenario.signedUp("tester"), await scenario.signedUp("tester")];
    const old = await publishCampaign(dev, "Long known", { auto_select: false });
    const recent = await publishCampaign(dev, "Just published");
    const accepted = async (tester: typeof first) => {
      const seen = await tester.see(campaignById(old.id), (c) => c?.status === "active");
      if (!seen) throw new Error("unreachable");
      value(await campaignApply(await tester.store(), seen, { message: "Me", answers: [], agreement_version: 0 }));
      const application = await dev.see(applicationTo(old.id, tester.person.id), (a) => a?.status === "pending");
      value(await applicationAccept(await dev.store(), application?.id ?? ""));
      await tester.see(briefById(old.id), (brief) => brief?.instructions === briefInput.instructions);
    };
    const stamp = () => scenario.sql("select sync_xid::text, sync_seq from briefs where id = $1", [old.id]);
    await dev.drained();
    const written = await stamp();
    await accepted(first);
    // The second tester's device has pulled younger rows of the same kind.
    await joinCampaign(second, recent);
    await second.see(briefById(recent.id), (brief) => brief !== null);
    await accepted(second);
    expect(await stamp()).toEqual(written);
  });
});
