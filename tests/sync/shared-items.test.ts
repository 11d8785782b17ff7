// Items that an organization shares, on the devices of two members who are offline at once.
import { firstValueFrom } from "rxjs";
import { describe, expect, test } from "vitest";
import type { SyncedDoc } from "../../sync/database/row.ts";
import { pack, type StoredRow, unpack } from "../../sync/database/rx-storage-tables.ts";
import { keyOf } from "../../sync/database/store.ts";
import { savedReplyKeep, savedShare, savedUnshare, sharedDelete, sharedKeep } from "../../sync/mutations/account.ts";
import { rejectedChanges } from "../../sync/queries/outbox.ts";
import { accountById } from "../../sync/queries/profile.ts";
import type { Account } from "../../sync/schema/accounts.ts";
import type { SharedItem } from "../../sync/schema/shared.ts";
import { storeFormat } from "../../sync/schema/store-version.ts";
import { long } from "../fixtures/long.ts";
import { until } from "../fixtures/sync/device.ts";
import { openDeviceDb } from "../fixtures/sync/device-db.ts";
import { type Someone, useScenario, value } from "../fixtures/sync/scenario.ts";

type Stored = Parameters<typeof unpack>[0];

describe("two members", () => {
  const scenario = useScenario();

  const reply = (text: string) => ({ kind: "comment", language: "en", text }) as const;

  /** Ada owns the team, and Ben reviews. */
  async function team() {
    const ada = await scenario.signedUp("developer", "Ada Answers");
    const ben = await scenario.signedUp("developer", "Ben Builds");
    const org_id = crypto.randomUUID();
    await scenario.sql("insert into organizations (id, name) values ($1, 'The Team')", [org_id]);
    for (const [who, role] of [
      [ada, "owner"],
      [ben, "reviewer"],
    ] as const)
      await scenario.sql("insert into organization_members (org_id, user_id, role) values ($1, $2, $3)", [
        ...[org_id, who.person.id, role],
      ]);
    // A changed membership rebuilds the store, so each look opens the current one.
    const see = (who: Someone, matches: (account: Account) => boolean) =>
      until("the account", async () => {
        await who.sync.syncNow();
        const account = await firstValueFrom(accountById(who.person.id).observe(await who.store()));
        return account && matches(account) ? account : undefined;
      });
    const shown = (who: Someone, ...texts: string[]) =>
      see(who, ({ shared }) => {
        const found = Object.values(shared).map(({ value }) => ("text" in value ? value.text : ""));
        return JSON.stringify(found.sort()) === JSON.stringify([...texts].sort());
      });
    const all: Someone[] = [ada, ben];
    const exchange = async () => {
      for (const who of all) {
        who.network.up = true;
        await who.sync.syncNow();
        await who.drained();
      }
      for (const who of all) await who.sync.syncNow();
    };
    const ours = (text: string): SharedItem => ({ org_id, kind: "reply", value: reply(text) });
    await exchange();
    for (const who of all) await see(who, ({ memberships }) => memberships.some((one) => one.org_id === org_id));
    return { ada, ben, all, org_id, see, shown, exchange, ours };
  }

  test(
    "B10 O2 share, change and remove replies offline; both devices keep everything, until one leaves",
    long,
    async () => {
      const { ada, ben, all, org_id, see, shown, exchange, ours } = await team();
      const [first, mine] = [crypto.randomUUID(), crypto.randomUUID()];
      for (const who of all) who.network.up = false;
      value(await savedReplyKeep(await ada.store(), ada.person.id, first, reply("From Ada")));
      value(await savedShare(await ada.store(), ada.person.id, "reply", first, org_id));
      value(await sharedKeep(await ben.store(), ben.person.id, mine, ours("From Ben")));
      await exchange();
      for (const who of all) await shown(who, "From Ada", "From Ben");
      expect((await see(ada, () => true)).saved_replies).toEqual({});

      for (const who of all) who.network.up = false;
      value(await sharedKeep(await ben.store(), ben.person.id, first, ours("From Ada and Ben")));
      value(await sharedDelete(await ada.store(), ada.person.id, mine));
      await exchange();
      for (const who of all) await shown(who, "From Ada and Ben");
      value(await savedUnshare(await ben.store(), ben.person.id, first));
      value(await savedShare(await ben.store(), ben.person.id, "reply", first, org_id));
      const template = {
        ...{ name: "Weekly", description: "", requirements: "", instructions: "", agreement: "", screening: [] },
        effort_minutes: null,
      };
      // A reviewer manages no campaigns.
      expect(
        await sharedKeep(await ben.store(), ben.person.id, mine, { org_id, kind: "template", value: template }),
      ).toMatchObject({ error: { type: "not_allowed", code: "not_allowed" } });
      const large = { ...template, instructions: "x".repeat(20_000) };
      for (let n = 0; n < 4; n += 1)
        value(
          await sharedKeep(await ada.store(), ada.person.id, crypto.randomUUID(), {
            ...{ org_id, kind: "template", value: large },
          }),
        );
      expect(
        await sharedKeep(await ada.store(), ada.person.id, mine, { org_id, kind: "template", value: large }),
      ).toMatchObject({ error: { type: "not_allowed", code: "too_many" } });
      await exchange();
      for (const who of all) expect(await who.see(rejectedChanges(), () => true)).toEqual([]);

      await scenario.sql("delete from organization_members where user_id = $1 and org_id = $2", [
        ben.person.id,
        org_id,
      ]);
      await exchange();
      await see(ben, ({ shared }) => Object.keys(shared).length === 0);
      await see(ada, ({ shared }) => Object.keys(shared).length === 5);
    },
  );

  /** Restarts the device, whose account was stored by an app without shared items. */
  async function restartFromOlderApp({ person, name, disk, kill }: Someone): Promise<Someone> {
    await kill();
    const database = openDeviceDb(keyOf(person.id, { device: `-${name}` }));
    const table = database.table<Stored, string>("accounts");
    const without = ({ shared: _, ...row }: Record<string, unknown>) => row;
    const { _meta, ...row } = unpack((await table.get(person.id)) as Stored);
    const meta = _meta as object as { base?: SyncedDoc };
    const older = { ...without(row), _meta: { ...meta, ...(meta.base && { base: without(meta.base) }) } };
    await table.put(pack(older as unknown as StoredRow));
    await database.meta.put({ key: "format", value: storeFormat.version - 1 });
    database.close();
    return Object.assign(await scenario.device({ name, disk }), { person });
  }

  test(
    "B10 O1 O2 edits of an account before and after an upgrade that adds the shared items lose none of them",
    long,
    async () => {
      const { ada, ben: before, all, shown, exchange, ours, see } = await team();
      const id = () => crypto.randomUUID();
      const share = async (who: Someone, text: string) =>
        value(await sharedKeep(await who.store(), who.person.id, id(), ours(text)));
      let ben: Someone = before;
      const upgrade = async (isOnline: boolean) => {
        ben = await restartFromOlderApp(ben);
        ben.network.up = isOnline;
        all[1] = ben;
      };
      await share(ada, "From Ada");
      await exchange();
      await shown(ben, "From Ada");

      // An edit that was pending.
      ben.network.up = false;
      value(await savedReplyKeep(await ben.store(), ben.person.id, id(), reply("Before")));
      await upgrade(true);
      await exchange();
      for (const who of all) await shown(who, "From Ada");

      // One that was pending, and a later one.
      ben.network.up = false;
      value(await savedReplyKeep(await ben.store(), ben.person.id, id(), reply("Before, again")));
      await upgrade(false);
      await share(ben, "From Ben");
      await exchange();
      for (const who of all) await shown(who, "From Ada", "From Ben");

      // A first one after the upgrade.
      await upgrade(false);
      await share(ben, "Also from Ben");
      await exchange();
      for (const who of all) await shown(who, "From Ada", "From Ben", "Also from Ben");
      const { saved_replies } = await see(ben, () => true);
      expect(
        Object.values(saved_replies)
          .map(({ text }) => text)
          .sort(),
      ).toEqual(["Before", "Before, again"]);
      for (const who of all) expect(await who.see(rejectedChanges(), () => true)).toEqual([]);
    },
  );
});
