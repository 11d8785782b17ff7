// Two copies of one store, from a copied browser profile. Neither loses a text, and each still
// recognizes its own earlier edits.
import { describe, expect, test } from "vitest";
import { campaignOpen } from "../../sync/mutations/applications.ts";
import { campaignCreate, campaignEdit } from "../../sync/mutations/campaigns.ts";
import { restoreText } from "../../sync/mutations/outbox.ts";
import { campaignById } from "../../sync/queries/campaigns.ts";
import { rejectedChanges } from "../../sync/queries/outbox.ts";
import { long } from "../fixtures/long.ts";
import { cloneOf } from "../fixtures/sync/clone.ts";
import { type Device, until } from "../fixtures/sync/device.ts";
import { briefInput, campaignInput, password, publishCampaign, useScenario, value } from "../fixtures/sync/scenario.ts";

describe("a copied profile", () => {
  const scenario = useScenario("postgres");
  const onServer = async (id: string) =>
    (await scenario.sql<{ description: string }>("select description from campaigns where id = $1", [id]))[0]
      ?.description;

  /** The other copy has already used the shared refresh token. */
  const unlocked = (device: Device, email: string) =>
    until("the device to be unlocked", async () => {
      if (device.sync.session$.value.kind === "locked") await device.sync.signIn({ email, password, remember: true });
      return device.sync.session$.value.kind === "signed_in" || undefined;
    });

  const copied = async (unsent: boolean) => {
    const dev = await scenario.signedUp("developer");
    const made = value(await campaignCreate(await dev.store(), campaignInput({ title: "Known to both" }), briefInput));
    await dev.drained();
    await dev.sync.syncNow();
    if (unsent) {
      dev.network.up = false;
      value(await campaignEdit(await dev.store(), made.id, { description: "Written before the copy was made" }));
    }
    const { person } = dev;
    await dev.kill();
    const options = await cloneOf(dev, person, `${dev.name}-copy`);
    const [one, two] = [await scenario.device(dev), await scenario.device(options)];
    for (const device of [one, two]) {
      device.network.up = false;
      await device.see(campaignById(made.id), (c) => c !== null);
    }
    return { id: made.id, one, two, email: person.email };
  };
  const send = async (device: Device, email: string) => {
    device.network.up = true;
    await device.sync.syncNow();
    await unlocked(device, email);
    await device.drained();
  };

  test.each([
    ["the first sends first", false, false],
    ["the second sends first", false, true],
    ["with an edit that both have and neither has sent", true, false],
  ])(
    "O2 of two texts for one row in two copies one wins, and the other is kept and restorable (%s)",
    async (_, unsent, turned) => {
      const { id, one, two, email } = await copied(unsent);
      expect((await one.store()).clientId).not.toBe((await two.store()).clientId);
      value(await campaignEdit(await one.store(), id, { description: "Written on the first of two machines" }));
      value(await campaignEdit(await two.store(), id, { description: "Written on the second of two machines" }));
      const [first, second] = turned ? [two, one] : [one, two];
      await send(first, email);
      const stood = await onServer(id);
      await send(second, email);
      const lost = turned ? "Written on the first of two machines" : "Written on the second of two machines";
      const [kept] = await second.see(rejectedChanges(), (list) => list.length > 0);
      expect(kept).toMatchObject({ kind: "recovered", field: "description", text: lost });
      expect(await onServer(id)).toBe(stood);
      await second.see(campaignById(id), (c) => c?.description === stood);
      value(await restoreText(await second.store(), kept?.key ?? ""));
      await second.drained();
      expect(await onServer(id)).toBe(lost);
    },
  );

  test("O2 a lost response, a killed tab and a newer edit of another session do not conflict with each other", async () => {
    const dev = await scenario.signedUp("developer");
    const made = value(await campaignCreate(await dev.store(), campaignInput(), briefInput));
    await dev.drained();
    dev.network.fault = (url) => (url.includes("/sync_push") ? { kind: "answer_lost" } : null);
    value(
      await campaignEdit(await dev.store(), made.id, { description: "Taken by the server, unknown to the device" }),
    );
    await until("the edit on the server", async () => (await onServer(made.id))?.startsWith("Taken") || undefined);
    await dev.kill();
    const again = await scenario.device(dev);
    again.network.up = false;
    value(
      await campaignEdit(await again.store(), made.id, { description: "Written on after the tab was opened again" }),
    );
    again.network.up = true;
    await again.sync.syncNow();
    await again.drained();
    expect(await onServer(made.id)).toBe("Written on after the tab was opened again");
    expect(await (await again.store()).device.outbox.count()).toBe(0);
  });

  test("O2 a campaign taken from a tester after copying leaves both copies", long, async () => {
    const dev = await scenario.signedUp("developer");
    const tester = await scenario.signedUp("tester");
    const { id } = await publishCampaign(dev, "Known to few", { visibility: "unlisted" });
    await until("the campaign to be opened", () =>
      campaignOpen(tester.sync.transport, id).then((seen) => value(seen) || undefined),
    );
    await tester.sync.syncNow();
    await tester.see(campaignById(id), (c) => c !== null);
    const { person } = tester;
    await tester.kill();
    const options = await cloneOf(tester, person, `${tester.name}-copy`);
    value(await campaignEdit(await dev.store(), id, { visibility: "private" }));
    await dev.drained();
    for (const device of [await scenario.device(tester), await scenario.device(options)]) {
      await unlocked(device, person.email);
      await device.sync.syncNow();
      await device.see(campaignById(id), (c) => c === null);
    }
  });

  test("O2 keeps the typed text if the server confirms the edit with another text", async () => {
    const dev = await scenario.signedUp("developer");
    const made = value(await campaignCreate(await dev.store(), campaignInput(), briefInput));
    await dev.drained();
    // Simulates another store with the same stamp: a copy of a running machine.
    dev.network.fault = (url) =>
      url.includes("/sync_push")
        ? {
            kind: "garbled",
            garble: (answer) => answer.replaceAll("Sent from here, word for word", "Written by the other copy"),
          }
        : null;
    value(await campaignEdit(await dev.store(), made.id, { description: "Sent from here, word for word" }));
    const [kept] = await dev.see(rejectedChanges(), (list) => list.length > 0);
    expect(kept).toMatchObject({ kind: "recovered", text: "Sent from here, word for word" });
  });
});
