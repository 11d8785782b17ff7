// The page of a build for strangers, testers, former testers and members, on both databases.
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { shortCode } from "../../sync/schema/short-codes.ts";
import { ruleEngines } from "../fixtures/engines.ts";
import { call, team } from "../fixtures/sql/organizations.ts";
import { rejection } from "../fixtures/sql/rejection.ts";
import { apply, campaign, newApp, newRelease } from "../fixtures/sql/rows.ts";
import { setUpDatabase, setUpPeople } from "../fixtures/sql/scenario.ts";

interface Page {
  access: "full" | "join" | "sign_in" | "none";
  app?: { title: string; in_store: boolean; icon_path: string };
  release?: Record<string, unknown>;
  campaign_id?: string | null;
}

describe.each(ruleEngines)("the page of a build on %s", (kind) => {
  const db = setUpDatabase(kind);
  const { dev, otherDev, tester, other, admin } = setUpPeople(db);
  const page = (id: string, who: string | null = null) => call<Page>(db, who, "public.build_page($1)", [id]);
  const accessOf = async (id: string) => {
    const [stranger, developer, colleague, outside, ad] = [
      await page(id),
      await page(id, dev),
      await page(id, tester),
      await page(id, otherDev),
      await page(id, admin),
    ].map((found) => found.access);
    return { stranger, developer, tester: colleague, outside, admin: ad };
  };
  let app = "";
  let draft = "";
  let open = "";
  let hidden = "";
  const publicTest = randomUUID();
  const privateTest = randomUUID();

  beforeAll(async () => {
    app = await newApp(db, dev, { title: "Night Map", icon_path: `${dev}/icon.png` });
    draft = await newRelease(db, dev, app, { version: "0.9" });
    open = await newRelease(db, dev, app, {
      version: "1.0",
      kind: "link",
      link_url: "https://testflight.apple.com/join/A",
    });
    hidden = await newRelease(db, dev, app, { version: "1.1", kind: "link", link_url: "https://example.test/1.1" });
    await campaign(db, dev, { id: publicTest, app_id: app });
    await campaign(db, dev, { id: privateTest, app_id: app, visibility: "private" });
    await db.update(dev, "briefs", publicTest, { release_id: open });
    await db.update(dev, "briefs", privateTest, { release_id: hidden });
  });

  test("B4 an unknown id, a word and a draft look the same to everyone outside the organization", async () => {
    for (const none of ["", "none", randomUUID()]) {
      expect(await page(none)).toEqual({ access: "sign_in" });
      expect(await page(none, tester)).toEqual({ access: "none" });
    }
    expect(await page(draft)).toEqual({ access: "sign_in" });
    const seen = { stranger: "sign_in", developer: "full", tester: "none", outside: "none", admin: "full" };
    expect(await accessOf(draft)).toEqual(seen);
  });

  test("B4 a public test's build names the app and the test, but no address or notes", async () => {
    const { app: shown, ...told } = await page(open);
    expect(told).toEqual({
      access: "join",
      campaign_id: publicTest,
      release: { version: "1.0", kind: "link", platform: "", size_bytes: 0 },
    });
    // Its app was never published, so strangers do not see its picture.
    expect(shown).toMatchObject({ title: "Night Map", in_store: false, icon_path: "" });
    expect((await page(open, other)).access).toBe("join");
  });

  test("B4 a short code opens what its id opens, and stays with the oldest id that has it", async () => {
    const code = shortCode(open);
    expect(await page(code)).toEqual(await page(open));
    expect((await page(shortCode(draft))).access).toBe("sign_in");
    expect((await page(shortCode(draft), dev)).access).toBe("full");
    for (const none of [shortCode(randomUUID()), `z${code.slice(1)}`, `${code}0`, "uuuuuuuuuu", "'; select 1"])
      expect(await page(none)).toEqual({ access: "sign_in" });
    const copy = `${open.slice(0, 14)}${randomUUID().slice(14)}`;
    await newRelease(db, dev, app, { id: copy, version: "6.6", kind: "link", link_url: "https://example.test/6" });
    await db.withoutMoves("update public.releases set created_at = now() + interval '1 minute' where id = $1", [copy]);
    expect(await page(code, dev)).toMatchObject({ release: { id: open } });
  });

  test("B4 a private test's build is visible to its testers only", async () => {
    const seen = { stranger: "sign_in", developer: "full", tester: "none", outside: "none", admin: "full" };
    expect(await accessOf(hidden)).toEqual(seen);
    await db.owner("insert into private.campaign_access (campaign_id, user_id, source) values ($1, $2, 'invited')", [
      privateTest,
      tester,
    ]);
    await apply(db, privateTest, tester);
    expect(await page(hidden, tester)).toMatchObject({
      access: "full",
      campaign_id: privateTest,
      release: { link_url: "https://example.test/1.1", notes: "", status: "draft" },
    });
    expect(await page(hidden)).toEqual({ access: "sign_in" });
  });

  test("B4 an accepted tester sees all of it; a former tester can still read it, but belongs to no test", async () => {
    const application = await apply(db, publicTest, tester);
    expect(await page(open, tester)).toMatchObject({
      access: "full",
      campaign_id: publicTest,
      release: { link_url: "https://testflight.apple.com/join/A" },
    });
    await db.update(tester, "applications", application, { status: "withdrawn" });
    expect(await page(open, tester)).toMatchObject({ access: "full", campaign_id: null });
  });

  test("B4 a published release of a published app is visible to all, also when withdrawn", async () => {
    const shown = await newRelease(db, dev, app, { version: "2.0", kind: "link", link_url: "https://example.test/2" });
    await db.update(dev, "releases", shown, { status: "published" });
    expect(await page(shown)).toEqual({ access: "sign_in" });
    await db.update(dev, "apps", app, { status: "published" });
    expect(await page(shown)).toMatchObject({
      access: "full",
      campaign_id: null,
      app: { in_store: true, icon_path: `${dev}/icon.png` },
      release: { version: "2.0", link_url: "https://example.test/2", status: "published" },
    });
    const drawn = await db.owner<{ answer: unknown }>("select public.public_page($1) as answer", [`/b/${shown}`]);
    expect(drawn[0]?.answer).toMatchObject({ kind: "build", title: "Night Map", version: "2.0" });
    expect(await page(shortCode(shown).toUpperCase())).toMatchObject({ access: "full", release: { id: shown } });
    const typed = await db.owner<{ answer: unknown }>("select public.public_page($1) as answer", [
      `/b/${shortCode(shown)}`,
    ]);
    expect(typed[0]?.answer).toEqual(drawn[0]?.answer);
    const nothing = await db.owner<{ answer: unknown }>("select public.public_page($1) as answer", [`/b/${hidden}`]);
    expect(nothing[0]?.answer).toBeNull();
    await newRelease(db, dev, app, { version: "2.1", kind: "link", link_url: "https://example.test/3" }).then((next) =>
      db.update(dev, "releases", next, { status: "published" }),
    );
    await db.update(dev, "releases", shown, { status: "withdrawn" });
    expect(await page(shown)).toMatchObject({ access: "full", release: { status: "withdrawn" } });
  });

  test("B4 members of the organization see its drafts, members of others do not", async () => {
    const org = await team(db, dev, { [otherDev]: "viewer" });
    const id = randomUUID();
    await db.insert(dev, "apps", { id, developer_id: dev, org_id: org, title: "Team app", description: "An app" });
    const build = await newRelease(db, dev, id);
    expect((await page(build, otherDev)).access).toBe("full");
    expect((await page(build, tester)).access).toBe("none");
  });

  test("B4 signed out, one address can ask 300 times in five minutes", async () => {
    await db.owner(
      `insert into private.rate_limits (bucket, window_start, window_end, hits)
       values ('page:unknown', date_bin('5 minutes', now(), timestamptz '2000-01-01'), now() + interval '5 minutes', 300)
       on conflict (bucket, window_start) do update set hits = 300`,
    );
    await expect(page("none")).rejects.toEqual(rejection("rate_limited"));
    expect(await page("none", tester)).toEqual({ access: "none" });
  });
});
