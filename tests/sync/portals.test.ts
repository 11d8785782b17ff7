// A captive portal or a proxy that answers in the server's place: nothing is taken for a verdict,
// nothing waits for ever.
import { describe, expect, test } from "vitest";
import { campaignCreate, campaignEdit } from "../../sync/mutations/campaigns.ts";
import { rejectedItems } from "../../sync/queries/pending-items.ts";
import { readAttachment } from "../../sync/uploads/attachment-cache.ts";
import { until } from "../fixtures/sync/device.ts";
import { held } from "../fixtures/sync/network.ts";
import { briefInput, campaignInput, useScenario, value } from "../fixtures/sync/scenario.ts";

const rowsOf = (body: string) => (JSON.parse(body) as { rows: unknown[] }).rows.length;

describe("somebody answers in the server's place", () => {
  const scenario = useScenario("pglite");

  test.each([200, 204, 302, 400, 403, 404, 422, 500])(
    "O1 O2 %i in HTML to every call: the device says offline, keeps what is written, and sends it afterwards",
    async (status) => {
      const dev = await scenario.signedUp("developer");
      const store = await dev.store();
      await dev.drained();
      dev.network.fault = () => ({ kind: "page", status });
      const made = value(await campaignCreate(store, campaignInput({ title: "Behind a portal" }), briefInput));
      await dev.sync.syncNow();
      await until("the device to notice", async () => dev.sync.status$.value.phase === "offline" || undefined);
      expect(await store.side.outbox.count()).toBe(0);
      dev.network.fault = () => null;
      await dev.sync.syncNow();
      await dev.drained();
      expect(await scenario.sql("select title from campaigns where id = $1", [made.id])).toEqual([
        { title: "Behind a portal" },
      ]);
      expect(dev.sync.session$.value.kind).toBe("signed_in");
    },
  );

  test("O2 a proxy's 413 in HTML: the batch is halved until it passes, and what is too large by itself ends in the outbox", async () => {
    const dev = await scenario.signedUp("developer");
    const store = await dev.store();
    await dev.drained();
    // The rows wait together: what is sent is one batch.
    const gate = held();
    dev.network.fault = (url) => (url.endsWith("/sync_push") ? { kind: "late", until: gate.pass } : null);
    const made = [];
    for (let n = 0; n < 9; n++)
      made.push(value(await campaignCreate(store, campaignInput({ title: `Number ${n}` }), briefInput)));
    const large = made[4];
    if (!large) throw new Error("unreachable");
    value(await campaignEdit(store, large.id, { description: "x".repeat(5000) }));
    const batches: number[] = [];
    dev.network.fault = (url, body) => {
      if (!url.endsWith("/sync_push")) return null;
      batches.push(rowsOf(body));
      return rowsOf(body) > 2 || body.includes("x".repeat(5000)) ? { kind: "page", status: 413 } : null;
    };
    gate.release();
    await dev.sync.syncNow();
    await dev.drained();
    expect(Math.max(...batches)).toBeGreaterThan(2);
    const [there] = await scenario.sql<{ n: number }>(
      "select count(*)::int as n from campaigns where developer_id = $1",
      [dev.person.id],
    );
    expect(there?.n).toBeGreaterThanOrEqual(8);
    const kept = await store.side.outbox.toArray();
    // Its brief cannot be there without it.
    expect(kept.map(({ collection, id, code }) => [collection, id, code]).sort()).toEqual([
      ["briefs", large.id, "missing_parent"],
      ["campaigns", large.id, "too_large"],
    ]);
    // It came to an end: nothing is asked again and again.
    expect(dev.sync.status$.value.phase).not.toBe("offline");
    expect(dev.sync.status$.value.problem).toBeNull();
  });

  test("T1 a portal's answer to the refresh of a session ends no session", async () => {
    const dev = await scenario.signedUp("developer");
    await dev.drained();
    const session = JSON.parse(dev.disk.entries.get("betaflock-auth") ?? "{}") as Record<string, unknown>;
    dev.disk.entries.set("betaflock-auth", JSON.stringify({ ...session, expires_at: 1 }));
    dev.network.fault = () => ({ kind: "page", status: 413 });
    await dev.sync.syncNow();
    await until("the device to notice", async () => dev.sync.status$.value.phase === "offline" || undefined);
    expect(dev.sync.session$.value.kind).toBe("signed_in");
    dev.network.fault = () => null;
    await dev.sync.syncNow();
    await until("the session to go on", async () => dev.sync.status$.value.phase === "idle" || undefined);
  });
});

const bytes = (text: string) => new Blob([text], { type: "image/png" });
const sha256 = async (blob: Blob) =>
  Buffer.from(await crypto.subtle.digest("SHA-256", await blob.arrayBuffer())).toString("hex");

describe("a stored picture", () => {
  const scenario = useScenario("pglite");
  const attachmentOf = async (blob: Blob) => ({
    ...{ id: crypto.randomUUID(), name: "a.png", type: "image/png", size: blob.size, sha256: await sha256(blob) },
    ...{ width: null, height: null },
  });

  test("O1 a portal's page in its place is no picture and no loss; the true bytes are shown when they come", async () => {
    const dev = await scenario.signedUp("developer");
    const store = await dev.store();
    const blob = bytes("the picture");
    const attachment = await attachmentOf(blob);
    const path = `${dev.person.id}/${attachment.sha256}`;
    const client = await dev.sync.transport.client();
    expect((await client.storage.from("attachments").upload(path, blob)).error).toBeNull();
    const row = { tester_id: dev.person.id, uploaded: [attachment.id] };
    for (const status of [200, 403]) {
      dev.network.fault = (url) => (url.includes("/storage/") ? { kind: "page", status } : null);
      expect(await readAttachment(store, dev.sync.transport, row, attachment)).toEqual({ state: "offline" });
    }
    dev.network.fault = () => null;
    expect(await readAttachment(store, dev.sync.transport, row, attachment)).toMatchObject({ state: "ready" });
  });

  test("S11 P4 other bytes than those that the report names are not shown, and said to be damaged", async () => {
    const dev = await scenario.signedUp("developer");
    const store = await dev.store();
    const attachment = await attachmentOf(bytes("what was attached"));
    const path = `${dev.person.id}/other`;
    const client = await dev.sync.transport.client();
    await client.storage.from("attachments").upload(path, bytes("something else"));
    // As a server that does not check: the bytes of another object come back.
    dev.network.fault = () => null;
    const answering = { ...dev.sync.transport, client: async () => redirected(client, path) };
    const row = { tester_id: dev.person.id, uploaded: [attachment.id] };
    expect(await readAttachment(store, answering as never, row, attachment)).toEqual({ state: "damaged" });
    expect(await store.side.blobs.get(attachment.sha256)).toBeUndefined();
    expect(await dev.see(rejectedItems(), () => true)).toEqual([]);
  });
});

type Client = Awaited<ReturnType<import("../../sync/transport/rpc.ts").Transport["client"]>>;
const redirected = (client: Client, path: string) => ({
  storage: { from: (bucket: string) => ({ download: () => client.storage.from(bucket).download(path) }) },
});
