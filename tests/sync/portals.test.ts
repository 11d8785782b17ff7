// A captive portal or proxy responds instead of the server: its responses decide nothing, and no
// call waits forever.
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { campaignCreate } from "../../sync/mutations/campaigns.ts";
import { rejectedItems } from "../../sync/queries/pending-items.ts";
import { createOrganization } from "../../sync/schema/organization-functions.ts";
import { fail } from "../../sync/transport/result.ts";
import { readAttachment } from "../../sync/uploads/attachment-cache.ts";
import { firstCases, long } from "../fixtures/long.ts";
import { until } from "../fixtures/sync/device.ts";
import { briefInput, campaignInput, useScenario, value } from "../fixtures/sync/scenario.ts";

const rowsOf = (body: string) => (JSON.parse(body) as { rows: unknown[] }).rows.length;

describe("a portal or proxy responds instead of the server", () => {
  const scenario = useScenario();

  test.each(firstCases([200, 204, 302, 400, 403, 404, 422, 500]))(
    "O1 O2 %i in HTML to every call: the device is offline, keeps edits, and sends them afterwards",
    async (status) => {
      const dev = await scenario.signedUp("developer");
      const store = await dev.store();
      await dev.drained();
      dev.network.fault = () => ({ kind: "page", status });
      const made = value(await campaignCreate(store, campaignInput({ title: "Behind a portal" }), briefInput));
      await dev.sync.syncNow();
      await until("the device to notice", async () => dev.sync.status$.value.phase === "offline" || undefined);
      expect(await store.device.outbox.count()).toBe(0);
      dev.network.fault = () => null;
      await dev.sync.syncNow();
      await dev.drained();
      expect(await scenario.sql("select title from campaigns where id = $1", [made.id])).toEqual([
        { title: "Behind a portal" },
      ]);
      expect(dev.sync.session$.value.kind).toBe("signed_in");
    },
  );

  test("O2 after one failed call the device pulls, and is online again without a poll", async () => {
    const dev = await scenario.signedUp("developer");
    await dev.drained();
    const create = () => dev.sync.transport.rpc(createOrganization, { id: randomUUID(), name: "Cut in the middle" });
    // More failures than a starting device has pulls.
    for (let n = 0; n < 4; n += 1) {
      dev.network.fault = (url) => (url.endsWith("/sync_pull") ? null : { kind: "dropped" });
      expect(await create()).toEqual(fail({ type: "offline" }));
      await until("the device to be online", async () => dev.sync.transport.online$.value || undefined);
    }
    dev.network.fault = () => null;
    expect(await create()).toMatchObject({ ok: true });
  });

  test(
    "O2 on a proxy's 413 in HTML the batch is halved until it passes, and a row too large alone ends up in the outbox",
    long,
    async () => {
      const dev = await scenario.signedUp("developer");
      const store = await dev.store();
      await dev.drained();
      // The push that waits for the network has read some of these rows, in the state they were in.
      dev.network.up = false;
      const made = [];
      for (let n = 0; n < 9; n++) {
        const description = n === 4 ? { description: "x".repeat(5000) } : {};
        made.push(
          value(await campaignCreate(store, campaignInput({ title: `Number ${n}`, ...description }), briefInput)),
        );
      }
      const large = made[4];
      if (!large) throw new Error("unreachable");
      const batches: number[] = [];
      dev.network.fault = (url, body) => {
        if (!url.endsWith("/sync_push")) return null;
        batches.push(rowsOf(body));
        return rowsOf(body) > 2 || body.includes("x".repeat(5000)) ? { kind: "page", status: 413 } : null;
      };
      dev.network.up = true;
      await dev.sync.syncNow();
      await dev.drained();
      expect(Math.max(...batches)).toBeGreaterThan(2);
      const [there] = await scenario.sql<{ n: number }>(
        "select count(*)::int as n from campaigns where developer_id = $1",
        [dev.person.id],
      );
      expect(there?.n).toBeGreaterThanOrEqual(8);
      const kept = await store.device.outbox.toArray();
      // The brief cannot exist without its campaign.
      expect(kept.map(({ collection, id, code }) => [collection, id, code]).sort()).toEqual([
        ["briefs", large.id, "missing_parent"],
        ["campaigns", large.id, "too_large"],
      ]);
      // The device stopped retrying.
      expect(dev.sync.status$.value.phase).not.toBe("offline");
      expect(dev.sync.status$.value.problem).toBeNull();
    },
  );

  test("T1 a portal's response to a refresh ends no session", async () => {
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
  const scenario = useScenario();
  const attachmentOf = async (blob: Blob) => ({
    ...{ id: crypto.randomUUID(), name: "a.png", type: "image/png", size: blob.size, sha256: await sha256(blob) },
    ...{ width: null, height: null },
  });

  test("O1 a portal's page instead of a picture is neither a picture nor a loss; the real bytes are shown later", async () => {
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

  test("S11 P4 bytes that differ from the report's hash are not shown, and are reported as damaged", async () => {
    const dev = await scenario.signedUp("developer");
    const store = await dev.store();
    const attachment = await attachmentOf(bytes("what was attached"));
    const path = `${dev.person.id}/other`;
    const client = await dev.sync.transport.client();
    await client.storage.from("attachments").upload(path, bytes("something else"));
    // A server without checks returns the bytes of another object.
    dev.network.fault = () => null;
    const answering = { ...dev.sync.transport, client: async () => redirected(client, path) };
    const row = { tester_id: dev.person.id, uploaded: [attachment.id] };
    expect(await readAttachment(store, answering as never, row, attachment)).toEqual({ state: "damaged" });
    expect(await store.device.blobs.get(attachment.sha256)).toBeUndefined();
    expect(await dev.see(rejectedItems(), () => true)).toEqual([]);
  });
});

type Client = Awaited<ReturnType<import("../../sync/transport/rpc.ts").Transport["client"]>>;
const redirected = (client: Client, path: string) => ({
  storage: { from: (bucket: string) => ({ download: () => client.storage.from(bucket).download(path) }) },
});
