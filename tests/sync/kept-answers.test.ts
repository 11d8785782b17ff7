// Other data in a device database: server responses for offline use, unreadable rows, and rejected
// changes of an earlier role.
import { firstValueFrom } from "rxjs";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { readMeta } from "../../sync/database/device-db.ts";
import { campaignCreate, campaignEdit } from "../../sync/mutations/campaigns.ts";
import { answerLimits, askRemote, lastSeen } from "../../sync/queries/online-queries.ts";
import { rejectedChanges, rowOfChange } from "../../sync/queries/outbox.ts";
import { sqlFunction } from "../../sync/schema/functions.ts";
import { ok } from "../../sync/transport/result.ts";
import type { Transport } from "../../sync/transport/rpc.ts";
import { long } from "../fixtures/long.ts";
import { openDevice, until } from "../fixtures/sync/device.ts";
import { briefInput, campaignInput, personsStore, useScenario, value } from "../fixtures/sync/scenario.ts";

describe("on a device", () => {
  const scenario = useScenario();

  test("O2 evicts the oldest server responses that are kept for offline use", long, async () => {
    const dev = await scenario.signedUp("developer");
    const store = await dev.store();
    const figures = sqlFunction("campaign_figures", v.object({ n: v.number(), text: v.string() }));
    let n = 0;
    let text = "";
    // Cast: only this method is called.
    const transport = { rpc: async () => ok({ n: ++n, text }) } as unknown as Transport;
    const { signal } = new AbortController();
    const ask = async (times: number) => {
      for (let i = 0; i < times; i++)
        await askRemote(store, transport, figures, { campaign_id: `c${n + 1}` }, signal, true);
    };
    const answers = store.device.meta.where("key").startsWith("seen|");
    const earlier = Array.from({ length: 10_000 }, (_, i) => ({
      key: `seen|campaign_figures|earlier ${i}`,
      value: { value: { n: 0, text }, at: new Date(i).toISOString(), bytes: 10 },
    }));
    await store.device.meta.bulkPut(earlier);
    await ask(answerLimits.answers - 1);
    expect(await answers.count()).toBe(answerLimits.answers);
    expect(await lastSeen(store, figures, { campaign_id: "earlier 9998" })).toBeNull();
    expect(await lastSeen(store, figures, { campaign_id: "earlier 9999" })).not.toBeNull();
    expect(await lastSeen(store, figures, { campaign_id: `c${n}` })).toMatchObject({ value: { n } });
    text = "x".repeat(answerLimits.bytes / 10);
    await ask(20);
    expect(await answers.count()).toBe(9);
    expect(await lastSeen(store, figures, { campaign_id: `c${n}` })).toMatchObject({ value: { n } });
    // A response larger than the limit evicts none.
    text = "x".repeat(answerLimits.bytes);
    await ask(1);
    expect(await answers.count()).toBe(9);
    // The stored server history is not one of these responses.
    await until("the history to be noted", () => readMeta(store.device, "seen"));
  });

  test("O2 reports an unreadable row after a restart too, until it can be read", async () => {
    const dev = await scenario.signedUp("developer");
    await dev.synced();
    const made = value(await campaignCreate(await dev.store(), campaignInput({ title: "Plain title" }), briefInput));
    await dev.drained();
    const { disk, name } = dev;
    await dev.kill();
    const again = await openDevice(scenario.backend, { disk, name });
    const garble = (answer: string) => answer.replaceAll(/"title":\s*"Odd title"/g, '"title":17');
    again.network.fault = (url) => (url.endsWith("/sync_pull") ? { kind: "garbled", garble } : null);
    await personsStore(again, dev.person.id);
    await scenario.sql("update campaigns set title = 'Odd title' where id = $1", [made.id]);
    const problem = `campaigns:unreadable:${made.id}`;
    const says = (device: typeof again) => async () => device.sync.status$.value.problem === problem || undefined;
    await again.sync.syncNow();
    await until("the row to be said", says(again));
    await again.kill();
    const third = await openDevice(scenario.backend, { disk, name });
    try {
      // The device is offline, so no server response can report the row.
      third.network.up = false;
      await personsStore(third, dev.person.id);
      await until("the row to be said again", says(third));
      expect(third.sync.status$.value.lacking).toEqual(["campaigns"]);
      third.network.up = true;
      await scenario.sql("update campaigns set title = 'Readable title' where id = $1", [made.id]);
      await third.sync.syncNow();
      await until("the row to be read", async () => third.sync.status$.value.problem === null || undefined);
      expect(third.sync.status$.value.lacking).toEqual([]);
      const store = await third.store();
      expect(await readMeta(store.device, "unreadable")).toBeUndefined();
    } finally {
      await third.kill();
    }
  });

  test("O2 T2 lists a rejected change of an earlier role without its row and without an error", async () => {
    const dev = await scenario.signedUp("developer");
    await dev.synced();
    const made = value(await campaignCreate(await dev.store(), campaignInput({ title: "My own title" }), briefInput));
    await dev.drained();
    dev.network.fault = (url, body) =>
      url.endsWith("/sync_push") && body.includes("Rejected title")
        ? { kind: "status", status: 422, body: { code: "PT422", message: "No", details: "forbidden" } }
        : null;
    value(await campaignEdit(await dev.store(), made.id, { title: "Rejected title" }));
    const [entry] = await dev.see(rejectedChanges(), (list) => list.length > 0);
    if (!entry) throw new Error("unreachable");
    await scenario.sql("update profiles set role = 'admin' where id = $1", [dev.person.id]);
    await until("an admin's store", async () => {
      await dev.sync.syncNow();
      return (await dev.store()).role === "admin" || undefined;
    });
    const store = await dev.store();
    expect(store.has("campaigns")).toBe(false);
    expect(await firstValueFrom(rejectedChanges().observe(store))).toHaveLength(1);
    expect(await firstValueFrom(rowOfChange(entry).observe(store))).toBeNull();
  });
});
