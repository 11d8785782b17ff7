// A member who leaves an organization with unsent edits of rows that the public can read.
import { describe, expect, test } from "vitest";
import { type AppInput, appCreate, releaseCreate } from "../../sync/mutations/apps.ts";
import { patchRow } from "../../sync/mutations/row.ts";
import { until } from "../fixtures/sync/device.ts";
import { useScenario, value } from "../fixtures/sync/scenario.ts";

const appInput: AppInput = {
  ...{ title: "Night map", description: "Maps", platform: "android", type: "APK" },
  ...{ icon_path: "", screenshots: [], requirements: [], compatibility: "" },
};

describe("a member who has left", () => {
  const scenario = useScenario("postgres");

  test("O2 P2 keeps no published app or release of the organization, and the unsent texts are in the outbox", async () => {
    const owner = await scenario.signedUp("developer", "Owner");
    const member = await scenario.signedUp("developer", "Member");
    const org = { id: owner.person.id, name: "Owner" };
    const app = value(await appCreate(await owner.store(), appInput));
    const release = value(await releaseCreate(await owner.store(), app.id, { version: "1", notes: "First" }));
    await owner.drained();
    // Past the rules: no file was uploaded.
    for (const [table, id] of [
      ["releases", release.id],
      ["apps", app.id],
    ] as const)
      await scenario.sql(
        `update ${table} set status = 'published', published_at = now()
         from (select set_config('betaflock.seeding', 'on', true)) seeding where id = $1`,
        [id],
      );
    await scenario.sql("insert into organization_members (org_id, user_id, role) values ($1, $2, 'manager')", [
      ...[org.id, member.person.id],
    ]);
    const here = async (name: "apps" | "releases", id: string) =>
      (await (await member.store()).collection(name).findOne(id).exec()) !== null;
    await until("the release", async () => {
      await member.sync.syncNow();
      return (await here("releases", release.id)) || undefined;
    });
    member.network.up = false;
    value(await patchRow(await member.store(), "releases", release.id, { notes: "Mine" }));
    value(await patchRow(await member.store(), "apps", app.id, { description: "Mine too" }));
    // The owner's concurrent write also makes a conflict.
    await scenario.sql("update apps set title = 'Day map' where id = $1", [app.id]);
    await scenario.sql("delete from organization_members where user_id = $1 and org_id = $2", [
      ...[member.person.id, org.id],
    ]);
    member.network.up = true;
    await member.sync.syncNow();
    const kept = await until("the outbox", async () => {
      const all = await (await member.store()).device.outbox.toArray();
      return all.length === 2 ? all : undefined;
    });
    expect(kept.map(({ collection, doc }) => [collection, doc.notes ?? doc.description])).toEqual([
      ["apps", "Mine too"],
      ["releases", "Mine"],
    ]);
    await member.drained();
    expect([await here("releases", release.id), await here("apps", app.id)]).toEqual([false, false]);
  });
});
