// The catalog on a device: copies from searches, the shelf and opened apps, removed apps, and
// changed access rights.
import { randomUUID } from "node:crypto";
import { firstValueFrom } from "rxjs";
import { describe, expect, test } from "vitest";
import { cardsOf, keepCards } from "../../sync/catalog/cards.ts";
import { fetchRow, keptRows } from "../../sync/catalog/kept-rows.ts";
import { fetchOrganizationApps } from "../../sync/catalog/organization-apps.ts";
import { recheck } from "../../sync/catalog/recheck.ts";
import { refreshShelves } from "../../sync/catalog/shelf.ts";
import { appDownload } from "../../sync/mutations/downloads.ts";
import { campaignIcons, catalogApp, storeCards } from "../../sync/queries/catalog.ts";
import {
  type CardOf,
  type CatalogKind,
  type CatalogPage,
  catalogLists,
  pullShelf,
  searchCatalog,
} from "../../sync/schema/catalog.ts";
import { ruleEngines } from "../fixtures/engines.ts";
import { long } from "../fixtures/long.ts";
import { type Device, until } from "../fixtures/sync/device.ts";
import { publishCampaign, type Someone, useScenario, value } from "../fixtures/sync/scenario.ts";

describe.each(ruleEngines)("%s", (engine) => {
  const scenario = useScenario(engine);
  const whole = { changed: false };
  const { signal } = new AbortController();

  async function publish(dev: Someone, title: string, versions: readonly string[] = ["1.0.0"]): Promise<string> {
    const id = randomUUID();
    const client = await dev.sync.transport.client();
    const made = async (answer: PromiseLike<{ error: unknown }>) => expect((await answer).error).toBe(null);
    const own = { developer_id: dev.person.id };
    const texts = { title, description: "Reads maps in the dark.", platform: "android", type: "APK" };
    await made(client.from("apps").insert({ id, ...own, ...texts, status: "draft" }));
    for (const version of versions) {
      const file = { file_name: "map.bin", file_path: `${dev.person.id}/${version}` };
      const release = randomUUID();
      await made(client.from("releases").insert({ id: release, app_id: id, ...own, version, ...file }));
      await scenario.backend.sql("update public.releases set checked_at = now() where id = $1", [release]);
      await made(client.from("releases").update({ status: "published" }).eq("id", release));
    }
    await made(client.from("apps").update({ status: "published" }).eq("id", id));
    return id;
  }
  const as = (device: Device) => (device.sync.session$.value.kind === "signed_in" ? "person" : "anonymous");
  async function search<K extends CatalogKind>(
    device: Device,
    kind: K,
    request: object,
  ): Promise<CatalogPage<CardOf[K]>> {
    const rpc = { request: { kind: catalogLists[kind], sort: "newest", ...request } };
    const answer = value(await device.sync.transport.rpc(searchCatalog[kind], rpc, as(device)));
    await keepCards(await device.store(), kind, answer.rows, answer);
    return answer;
  }
  const fetched = async (device: Device, id: string, how = whole) =>
    value(await fetchRow(await device.store(), device.sync.transport, "app", id, how));
  const held = async (device: Device) =>
    (await firstValueFrom(storeCards().observe(await device.store()))).cards.map(({ title }) => title).sort();
  const opened = async (device: Device, id: string) =>
    (await firstValueFrom(catalogApp(id).observe(await device.store())))?.found ?? null;

  test("S27 O1 search results stay on the device, even after signing out", async () => {
    const dev = await scenario.signedUp("developer");
    const word = randomUUID().slice(0, 8);
    for (const title of [`Night ${word}`, `Day ${word}`]) await publish(dev, title);
    const visitor = await scenario.device();
    expect(await held(visitor)).toEqual([]);
    const answer = await search(visitor, "app", { q: word });
    expect([answer.rows.length, answer.total, answer.next]).toEqual([2, 2, null]);
    expect(await held(visitor)).toEqual([`Day ${word}`, `Night ${word}`]);
    visitor.network.up = false;
    const cards = await firstValueFrom(storeCards().observe(await visitor.store()));
    expect(new Date(cards.asOf ?? 0).getTime()).toBeGreaterThan(Date.now() - 60_000);
  });

  test("S28 O1 an opened app is stored with its releases and can be downloaded without another request", async () => {
    const dev = await scenario.signedUp("developer");
    const tester = await scenario.signedUp("tester");
    const id = await publish(dev, "Kept map", ["1.0.0", "1.1.0"]);
    expect(await opened(tester, id)).toBe(null);
    expect(await fetched(tester, id)).toBe(true);
    tester.network.up = false;
    const found = await opened(tester, id);
    expect(found?.app.title).toBe("Kept map");
    expect(found?.releases.map(({ version }) => version).sort()).toEqual(["1.0.0", "1.1.0"]);
    const begun = await appDownload(await tester.store(), id, "Kept map");
    expect(begun).toMatchObject({ ok: true, value: { version: found?.releases[0]?.version } });
  });

  test("S28 fetches an app again only if it has changed", async () => {
    const dev = await scenario.signedUp("developer");
    const tester = await scenario.signedUp("tester");
    const id = await publish(dev, "First title");
    await fetched(tester, id);
    expect(await fetched(tester, id, { changed: true })).toBe(true);
    expect((await opened(tester, id))?.app.title).toBe("First title");
    await scenario.sql("update public.apps set title = 'Second title' where id = $1", [id]);
    await fetched(tester, id, { changed: true });
    expect((await opened(tester, id))?.app.title).toBe("Second title");
  });

  test("S28 T9 only a server response removes an app, together with its card and copy", long, async () => {
    const dev = await scenario.signedUp("developer");
    const tester = await scenario.signedUp("tester");
    const word = randomUUID().slice(0, 8);
    const id = await publish(dev, `Gone ${word}`);
    await search(tester, "app", { q: word });
    await fetched(tester, id);
    tester.network.up = false;
    const offline = await fetchRow(await tester.store(), tester.sync.transport, "app", id, whole);
    expect(offline).toEqual({ ok: false, error: { type: "offline" } });
    expect(await opened(tester, id)).not.toBe(null);
    tester.network.up = true;
    await scenario.sql("update public.apps set _deleted = true where id = $1", [id]);
    await until("the server to say so", async () => ((await fetched(tester, id)) ? undefined : true));
    expect([await opened(tester, id), await held(tester)]).toEqual([
      null,
      expect.not.arrayContaining([`Gone ${word}`]),
    ]);
    expect(await fetched(tester, randomUUID())).toBe(false);
  });

  test("S8 O1 a test shows its app's icon: first from its card, then from the opened app", long, async () => {
    const dev = await scenario.signedUp("developer");
    const tester = await scenario.signedUp("tester");
    const word = randomUUID().slice(0, 8);
    const app_id = await publish(dev, `Map ${word}`);
    const icon = (name: string) => `${dev.person.id}/${name}.png`;
    const setIcon = (name: string) =>
      scenario.sql("update public.apps set icon_path = $2 where id = $1", [app_id, icon(name)]);
    await setIcon("first");
    const client = await dev.sync.transport.client();
    const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10);
    const id = randomUUID();
    const { error } = await client.from("campaigns").insert({
      ...{ id, app_id, developer_id: dev.person.id, title: `Test of ${word}`, description: "Is it read in the dark?" },
      ...{ category: "travel", start_date: day(-1), end_date: day(20), max_testers: 5, status: "active" },
    });
    expect(error).toBe(null);
    const tests = [
      { id, app_id },
      { id: randomUUID(), app_id: null },
    ];
    const icons = async () => [...(await firstValueFrom(campaignIcons(tests).observe(await tester.store()))).values()];
    expect(await icons()).toEqual(["", ""]);
    await search(tester, "campaign", { q: word });
    tester.network.up = false;
    expect(await icons()).toEqual([icon("first"), ""]);
    tester.network.up = true;
    await setIcon("second");
    await fetched(tester, app_id);
    expect(await icons()).toEqual([icon("second"), ""]);
  });

  test("S27 O1 the shelf brings apps without a search; removed ones leave it, search results stay", async () => {
    const dev = await scenario.signedUp("developer");
    const word = randomUUID().slice(0, 8);
    const [stays, leaves] = [`Stays ${word}`, `Leaves ${word}`];
    const ids = [await publish(dev, stays), await publish(dev, leaves)];
    await scenario.sql("select private.refresh_shelves()");
    const tester = await scenario.signedUp("tester");
    /** An older transaction of another test delays rows that were written after it. */
    const refreshed = (to: readonly [boolean, boolean]) =>
      until(`a device that holds ${to}`, async () => {
        expect(await refreshShelves(await tester.store(), tester.sync.transport, ["apps"], signal)).toBe(null);
        const titles = await held(tester);
        return titles.includes(stays) === to[0] && titles.includes(leaves) === to[1] ? true : undefined;
      });
    await refreshed([true, true]);
    await search(tester, "app", { q: stays });
    // Newer apps take its place; unpublished ones also leave the search.
    await scenario.sql(
      "update private.shelf_entries set card = null, xid = pg_current_xact_id() where shelf = 'apps' and id = any($1)",
      [ids],
    );
    await refreshed([true, false]);
  });

  test("S27 an organization's page lists its published apps", long, async () => {
    const dev = await scenario.signedUp("developer");
    const id = await publish(dev, "On the page");
    const [app] = await scenario.sql<{ org_id: string }>("select org_id from public.apps where id = $1", [id]);
    const visitor = await scenario.device();
    const store = await visitor.store();
    const page = value(await fetchOrganizationApps(store, visitor.sync.transport, app?.org_id ?? "", 0));
    expect([page.cards.map(({ title }) => title), page.more]).toEqual([["On the page"], false]);
    expect(await held(visitor)).toEqual(["On the page"]);
  });

  test("C2 a response for other access rights empties the catalog", async () => {
    const dev = await scenario.signedUp("developer");
    const word = randomUUID().slice(0, 8);
    await publish(dev, `Seen ${word}`);
    const tester = await scenario.signedUp("tester");
    const found = async () => (await held(tester)).filter((title) => title.includes(word));
    // The device's own shelf would restore the app.
    tester.network.fault = (url) => (url.endsWith(`/${pullShelf.name}`) ? { kind: "dropped" } : null);
    const { rows, epoch, scope } = await search(tester, "app", { q: word });
    expect(await found()).toEqual([`Seen ${word}`]);
    await keepCards(await tester.store(), "app", [], { epoch, scope });
    expect(await found()).toEqual([`Seen ${word}`]);
    await keepCards(await tester.store(), "app", [], { epoch, scope: `${scope}:suspended` });
    expect(await found()).toEqual([]);
    await keepCards(await tester.store(), "app", rows, { epoch, scope });
    expect(await found()).toEqual([`Seen ${word}`]);
    await (await tester.store()).device.catalog.clear();
    expect(await found()).toEqual([]);
  });

  test("S8 a campaign that an admin hides disappears from devices' cards, also from those offline later", async () => {
    const dev = await scenario.signedUp("developer");
    const tester = await scenario.signedUp("tester");
    const campaign = await publishCampaign(dev, "Hidden by an admin");
    const store = await tester.store();
    const titles = async () =>
      (await firstValueFrom(cardsOf(store, "campaign"))).cards
        .map(({ title }) => title)
        .filter((t) => t === campaign.title);
    await until("the campaign in the list", async () => {
      await search(tester, "campaign", { q: "Hidden by" });
      return (await titles()).length > 0 || undefined;
    });
    value(await fetchRow(store, tester.sync.transport, "campaign", campaign.id, whole));
    await scenario.sql("update public.campaigns set hidden = true where id = $1", [campaign.id]);
    await recheck(store, tester.sync.transport, "campaign", signal);
    tester.network.up = false;
    expect(await titles()).toEqual([]);
    // Opened by its address, it shows its state and accepts no application.
    const [kept] = await firstValueFrom(keptRows(store, "campaign", [campaign.id]));
    expect(kept?.campaign.hidden).toBe(true);
  });
});
