// A tester's device replicates campaigns that the tester applied to or opened by address. Others
// are copies in the catalog until the replicated row arrives.
import { firstValueFrom } from "rxjs";
import { describe, expect, test } from "vitest";
import { fetchRow } from "../../sync/catalog/kept-rows.ts";
import { emptyCatalog, pinnedEntries } from "../../sync/catalog/pins.ts";
import type { Store } from "../../sync/database/store.ts";
import { applicationAccept, campaignApply, campaignOpen } from "../../sync/mutations/applications.ts";
import { campaignEdit } from "../../sync/mutations/campaigns.ts";
import { applicationTo } from "../../sync/queries/applications.ts";
import { briefById, campaignById } from "../../sync/queries/campaigns.ts";
import { rejectedChanges } from "../../sync/queries/outbox.ts";
import { testsOfTester } from "../../sync/queries/tester-tests.ts";
import { ruleEngines } from "../fixtures/engines.ts";
import { long } from "../fixtures/long.ts";
import { until } from "../fixtures/sync/device.ts";
import {
  briefInput,
  joinCampaign,
  openCampaign,
  publishCampaign,
  type Someone,
  useScenario,
  value,
} from "../fixtures/sync/scenario.ts";

const applied = { message: "Me", answers: [], agreement_version: 0 };
const replicated = async (store: Store, id: string) =>
  (await store.collection("campaigns").findOne(id).exec()) !== null;

describe.each(ruleEngines)("on %s", (engine) => {
  const scenario = useScenario(engine);

  const turn = async (dev: Someone, id: string, visibility: "public" | "unlisted" | "private") => {
    value(await campaignEdit(await dev.store(), id, { visibility }));
    await dev.drained();
  };

  test("O2 S9 applying offline to a previously opened campaign shows it continuously until its row is replicated", async () => {
    const dev = await scenario.signedUp("developer");
    const tester = await scenario.signedUp("tester");
    const { id } = await publishCampaign(dev, "Opened before the tunnel", { auto_select: false });
    // Moves the checkpoint beyond the campaign.
    await joinCampaign(tester, await publishCampaign(dev, "Joined already"));
    const opened = await openCampaign(tester, { id });
    const store = await tester.store();
    expect(await replicated(store, id)).toBe(false);
    const shown: (string | null)[] = [];
    const watching = campaignById(id)
      .observe(store)
      .subscribe((campaign) => shown.push(campaign?.title ?? null));

    tester.network.up = false;
    value(await campaignApply(store, opened, applied));
    // A full disk evicts all copies but this one.
    await emptyCatalog(store);
    const tests = await firstValueFrom(testsOfTester(tester.person.id).observe(store));
    expect(tests.map(({ campaign }) => campaign?.title)).toEqual(["Opened before the tunnel", "Joined already"]);
    tester.network.up = true;
    await tester.sync.syncNow();
    await until("the replicated row", async () => (await replicated(store, id)) || undefined);
    expect(await pinnedEntries(store)).toEqual(new Set());
    await emptyCatalog(store);
    watching.unsubscribe();
    expect(new Set(shown)).toEqual(new Set(["Opened before the tunnel"]));
    expect(await store.device.outbox.count()).toBe(0);
  });

  test(
    "O2 T9 an application to a campaign that became private is rejected with its reason, and the copy is deleted",
    long,
    async () => {
      const dev = await scenario.signedUp("developer");
      const tester = await scenario.signedUp("tester");
      const { id } = await publishCampaign(dev, "Private meanwhile");
      const opened = await openCampaign(tester, { id });
      const store = await tester.store();
      tester.network.up = false;
      value(await campaignApply(store, opened, applied));
      await turn(dev, id, "private");
      tester.network.up = true;
      await tester.sync.syncNow();
      const rejected = await tester.see(rejectedChanges(), (list) => list.length > 0);
      expect(rejected).toMatchObject([{ collection: "applications", code: "missing_parent" }]);
      await until("the server to say that it is absent", async () => {
        const there = await fetchRow(store, tester.sync.transport, "campaign", id, { changed: true });
        return (there.ok && !there.value) || undefined;
      });
      expect(await firstValueFrom(campaignById(id).observe(store))).toBe(null);
    },
  );

  test(
    "O2 a private campaign leaves devices that opened it, with their pending application, and returns with access",
    long,
    async () => {
      const dev = await scenario.signedUp("developer");
      const tester = await scenario.signedUp("tester");
      const { id } = await publishCampaign(dev, "Known to few", { visibility: "unlisted" });
      const open = () => campaignOpen(tester.sync.transport, id).then(value);
      await until("the campaign to be opened", async () => (await open()) || undefined);
      await tester.sync.syncNow();
      const held = await tester.see(campaignById(id), (c) => c?.title === "Known to few");
      if (!held) throw new Error("unreachable");
      // The tester applies offline, using the copy on the device.
      tester.network.up = false;
      value(await campaignApply(await tester.store(), held, applied));
      await turn(dev, id, "private");
      tester.network.up = true;
      await tester.sync.syncNow();
      await tester.see(campaignById(id), (c) => c === null);
      const rejected = await tester.see(rejectedChanges(), (list) => list.length > 0);
      expect(rejected).toMatchObject([{ collection: "applications", code: "missing_parent" }]);
      expect(await open()).toBe(false);

      await turn(dev, id, "unlisted");
      expect(await open()).toBe(true);
      await tester.sync.syncNow();
      await tester.see(campaignById(id), (c) => c?.title === "Known to few" && c.visibility === "unlisted");
      await turn(dev, id, "private");
      await tester.sync.syncNow();
      await tester.see(campaignById(id), (c) => c === null);
      await turn(dev, id, "public");
      expect(await openCampaign(tester, { id })).toMatchObject({ visibility: "public" });
      expect(await replicated(await tester.store(), id)).toBe(false);
    },
  );

  test("O2 acceptance brings the brief from below the checkpoint, and updates no other device", async () => {
    const dev = await scenario.signedUp("developer");
    const [first, second] = [await scenario.signedUp("tester"), await scenario.signedUp("tester")];
    const old = await publishCampaign(dev, "Long known", { auto_select: false });
    const recent = await publishCampaign(dev, "Just published");
    const accepted = async (tester: typeof first) => {
      value(await campaignApply(await tester.store(), await openCampaign(tester, old), applied));
      const application = await dev.see(applicationTo(old.id, tester.person.id), (a) => a?.status === "pending");
      value(await applicationAccept(await dev.store(), application?.id ?? ""));
      await tester.see(briefById(old.id), (brief) => brief?.instructions === briefInput.instructions);
    };
    const stamp = () => scenario.sql("select sync_xid::text, sync_seq from briefs where id = $1", [old.id]);
    await dev.drained();
    const written = await stamp();
    await accepted(first);
    // The second tester's device has already pulled newer rows of this collection.
    await joinCampaign(second, recent);
    await second.see(briefById(recent.id), (brief) => brief !== null);
    await accepted(second);
    expect(await stamp()).toEqual(written);
  });

  test(
    "O1 O2 an old store holds every campaign: the first response removes others' rows and keeps unsent ones",
    long,
    async () => {
      const dev = await scenario.signedUp("developer");
      const tester = await scenario.signedUp("tester");
      const mine = await publishCampaign(dev, "Applied to");
      const wanted = await publishCampaign(dev, "Wanted in a tunnel");
      const strangers = await publishCampaign(dev, "Of strangers");
      await joinCampaign(tester, mine);
      const opened = [await openCampaign(tester, wanted), await openCampaign(tester, strangers)];
      const store = await tester.store();
      await until("the own campaign", async () => (await replicated(store, mine.id)) || undefined);
      tester.network.up = false;
      await store.collection("campaigns").bulkInsert(opened);
      await store.device.catalog.clear();
      value(await campaignApply(store, wanted, applied));
      // The state after an upgrade (upgrade.test.ts).
      await store.device.meta.put({ key: "epoch", value: "" });
      await tester.kill();

      const again = await scenario.device(tester);
      const titles = async () =>
        (await (await again.store()).collection("campaigns").find().exec()).map(({ title }) => title).sort();
      await until("the own campaigns alone", async () => {
        return (await titles()).join() === "Applied to,Wanted in a tunnel" || undefined;
      });
      await again.drained();
      const accepted = await again.see(applicationTo(wanted.id, tester.person.id), (a) => a?.status === "accepted");
      expect(accepted?.message).toBe("Me");
      expect(await (await again.store()).device.outbox.count()).toBe(0);
    },
  );
});
