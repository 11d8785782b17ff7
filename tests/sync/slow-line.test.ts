// A slow connection over TCP: everything arrives eventually, and received rows stay. It runs twenty
// times faster than a real one, as do the targets. The server does not, so its silence keeps its
// limit (tests/unit/sync/engine-parts.test.ts).
import { map } from "rxjs";
import { describe, expect, test } from "vitest";
import type { SyncStatus } from "../../sync/index.ts";
import { ownNotifications } from "../../sync/queries/notifications.ts";
import { type CallTiming, callTiming } from "../../sync/transport/pace.ts";
import { type Line, openLine } from "../fixtures/browser/throttled-proxy.ts";
import { isLongRun } from "../fixtures/long.ts";
import { type Device, openDevice, until } from "../fixtures/sync/device.ts";
import { password, personsStore, useScenario, value } from "../fixtures/sync/scenario.ts";

const times = 20;
const timingOf = (kBps: number): CallTiming => ({
  ...callTiming,
  longestMs: callTiming.longestMs / times,
  aimMs: callTiming.aimMs / times,
  charactersPerMs: callTiming.charactersPerMs * times,
  // Just above the connection's speed, so that a loaded machine reaches it too.
  quickBytesPerMs: 2 * kBps * times,
});

describe("a slow connection", () => {
  const scenario = useScenario();

  async function withNotifications(count: number) {
    const { person } = await scenario.signedUp("tester");
    await scenario.sql(
      `insert into public.notifications (user_id, kind, data)
      select $1, 'new_tests', jsonb_build_object('name', (select string_agg(md5(n::text || i::text), '') from generate_series(1, 12) i))
      from generate_series(1, $2) n`,
      [person.id, count],
    );
    return person;
  }

  /** Opens a new device of that user on its own slow connection. */
  async function behind(line: Line, email: string, kBps: number): Promise<Device> {
    const device = await openDevice({ ...scenario.backend, url: line.url }, { timing: timingOf(kBps) });
    value(await device.sync.signIn({ email, password, remember: true }));
    return device;
  }

  test.each([{ kBps: 2, rows: 120 }, ...(isLongRun ? [{ kBps: 6, rows: 350 }] : [])])(
    "O2 O3 at $kBps kB/s a first sync ends, and reports a slow connection and its progress",
    async ({ kBps, rows }) => {
      const person = await withNotifications(rows);
      const line = await openLine(scenario.backend.url);
      const speed = kBps * 1_000 * times;
      let device: Device | undefined;
      const told: SyncStatus[] = [];
      const counts: number[] = [];
      try {
        Object.assign(line, { speed, upSpeed: speed });
        device = await behind(line, person.email, kBps);
        device.sync.status$.subscribe((status) => told.push(status));
        const store = await personsStore(device, person.id);
        const many = ownNotifications()
          .observe(store)
          .pipe(map((list) => list.length));
        many.subscribe((count) => counts.push(count));
        await device.synced();
        await until("all of them", async () => counts.includes(rows) || undefined);
        const slow = told.flatMap(({ slow, phase }) => (slow && phase === "syncing" ? [slow] : []));
        expect(slow.length).toBeGreaterThan(1);
        expect(slow.at(-1)?.bytes).toBeGreaterThan(slow[0]?.bytes ?? 0);
        expect(slow.at(-1)?.rows).toBeGreaterThan(slow[0]?.rows ?? 0);
        // Rows are stored as they arrive.
        expect(counts.filter((count) => count > 0 && count < rows).length).toBeGreaterThan(1);
        // The device was never offline and requested nothing twice.
        expect(told.filter(({ online }) => !online)).toEqual([]);
        const least = device.sync.transport.pace.bytes;

        Object.assign(line, { speed: Number.POSITIVE_INFINITY, upSpeed: Number.POSITIVE_INFINITY });
        // Only a response of some size shows that the connection is fast. `status$` does not: it is
        // silent while the device is idle.
        const { pace } = device.sync.transport;
        for (let turn = 0; pace.slow$.value; turn += 1) {
          const again = `/again/${turn}`;
          await scenario.sql("update public.notifications set link = $2 where user_id = $1", [person.id, again]);
          await device.see(ownNotifications(), (list) => list.every(({ link }) => link === again));
        }
        await until("a status without a slow line", async () => device?.sync.status$.value.slow === null || undefined);
        expect(pace.bytes).toBeGreaterThan(least);
      } finally {
        await device?.kill();
        await line.stop();
      }
    },
  );

  test("O2 O3 a connection that breaks repeatedly completes a first sync: each try continues where the last one ended", async () => {
    const person = await withNotifications(200);
    const line = await openLine(scenario.backend.url);
    let device: Device | undefined;
    try {
      device = await behind(line, person.email, 6);
      const store = await personsStore(device, person.id);
      line.speed = 6_000 * times;
      let most = 0;
      const counting = ownNotifications()
        .observe(store)
        .subscribe((list) => {
          // Cuts the connection after each received part.
          if (list.length <= most || list.length === 200) return;
          most = list.length;
          line.cut();
          line.restore();
        });
      const pressing = setInterval(() => void device?.sync.syncNow(), 100);
      await device.synced().finally(() => clearInterval(pressing));
      counting.unsubscribe();
      await device.see(ownNotifications(), (list) => list.length === 200);
    } finally {
      await device?.kill();
      await line.stop();
    }
  });
});
