// Comments, flags, apps with releases, and settings: server-filled columns and rejections.
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ruleEngines } from "../fixtures/engines.ts";
import { rejection } from "../fixtures/sql/rejection.ts";
import { apply, campaign, campaignInput, person, report } from "../fixtures/sql/rows.ts";
import { setUpDatabase, setUpPeople } from "../fixtures/sql/scenario.ts";

describe.each(ruleEngines)("%s", (kind) => {
  const db = setUpDatabase(kind);
  const { dev, otherDev, tester, other, admin } = setUpPeople(db);

  describe("the rest", () => {
    test("comments are append-only, between author and developer; internal ones are the developer's", async () => {
      const id = await campaign(db, dev);
      await apply(db, id, tester);
      const r = await report(db, id, tester);
      const comment = (who: string, more = {}) => ({
        id: randomUUID(),
        feedback_id: r,
        author_id: who,
        body: "Hello",
        ...more,
      });
      const first = comment(tester);
      await db.insert(tester, "comments", first);
      await db.insert(dev, "comments", comment(dev, { internal: true }));
      await expect(db.insert(tester, "comments", comment(tester, { internal: true }))).rejects.toEqual(
        rejection("not_allowed"),
      );
      await expect(db.insert(other, "comments", comment(other))).rejects.toEqual(rejection("forbidden"));
      await expect(db.insert(tester, "comments", comment(dev))).rejects.toEqual(rejection("forbidden"));
      await expect(db.insert(tester, "comments", comment(tester, { feedback_id: randomUUID() }))).rejects.toEqual(
        rejection("missing_parent"),
      );
      await expect(db.update(tester, "comments", first.id, { body: "Other" })).rejects.toEqual(rejection("42501"));
      expect(await db.count(tester, "comments", `feedback_id = '${r}'`)).toBe(1);
      expect(await db.count(dev, "comments", `feedback_id = '${r}'`)).toBe(2);
      const draft = await report(db, id, tester, { status: "draft" });
      await expect(db.insert(tester, "comments", comment(tester, { feedback_id: draft }))).rejects.toEqual(
        rejection("wrong_state"),
      );
    });

    test("T11 users can flag what they can see, and an admin decides", async () => {
      const id = await campaign(db, dev);
      const flag = { id: randomUUID(), reporter_id: tester, content_type: "campaign", content_id: id, reason: "Spam" };
      await db.insert(tester, "flags", flag);
      expect(await db.row("flags", flag.id)).toMatchObject({
        content_title: "Pocket Budget 2.0",
        reporter_name: "Tess Tries",
        status: "pending",
      });
      expect(await db.update(tester, "flags", flag.id, { status: "dismissed" })).toBe(0);
      await db.update(admin, "flags", flag.id, { status: "under_review" });
      await db.update(admin, "flags", flag.id, { status: "resolved", resolution: "HandledError the developer." });
      await expect(db.update(admin, "flags", flag.id, { status: "pending" })).rejects.toEqual(rejection("wrong_state"));
      const hidden = campaignInput(dev, { status: "draft" });
      await db.insert(dev, "campaigns", hidden);
      await expect(
        db.insert(tester, "flags", { ...flag, id: randomUUID(), content_id: String(hidden.id) }),
      ).rejects.toEqual(rejection("missing_parent"));
      expect(await db.count(admin, "activity", "action like 'flag_%'")).toBeGreaterThanOrEqual(2);
    });

    test("S20 an app and its releases: draft, published, hidden by an admin", async () => {
      const app = randomUUID();
      const release = randomUUID();
      await db.insert(dev, "apps", { id: app, developer_id: dev, title: "Budget", description: "Money" });
      await db.insert(dev, "releases", { id: release, app_id: app, developer_id: dev });
      await expect(db.update(dev, "releases", release, { status: "published" })).rejects.toEqual(rejection("invalid"));
      await expect(db.update(dev, "releases", release, { file_path: `${otherDev}/secret.apk` })).rejects.toEqual(
        rejection("invalid"),
      );
      const whole = { version: "2.0", notes: "New", size_bytes: 7, file_path: `${dev}/b.apk` };
      await db.update(dev, "releases", release, whole);
      await db.owner("update public.releases set checked_at = now() where id = $1", [release]);
      await db.update(dev, "releases", release, { status: "published" });
      expect(await db.row("apps", app)).toMatchObject({ version: "2.0", changelog: "New", published_at: null });
      await expect(db.update(dev, "releases", release, { version: "3.0" })).rejects.toEqual(rejection("wrong_state"));
      await db.update(dev, "apps", app, { status: "published" });
      await expect(db.update(dev, "apps", app, { description: " " })).rejects.toMatchObject({ sqlstate: "23514" });
      await expect(db.update(dev, "apps", app, { status: "hidden" })).rejects.toEqual(rejection("wrong_state"));
      await expect(db.update(admin, "apps", app, { title: "Mine" })).rejects.toEqual(rejection("not_allowed"));
      await db.update(admin, "apps", app, { status: "hidden" });
      await db.update(admin, "apps", app, { status: "published" });
      for (const _ of [1, 2]) await db.query(tester, "select public.record_download($1)", [release]);
      await db.query(other, "select public.record_download($1)", [release]);
      const downloads = () =>
        db.owner("select downloads from private.download_counts where release_id = $1", [release]);
      expect(await downloads()).toEqual([{ downloads: 2 }]);
      // Signed out: once per device, and not without one.
      const device = randomUUID();
      for (const _ of [1, 2]) await db.query(null, "select public.record_download($1, $2)", [release, device]);
      await expect(db.query(null, "select public.record_download($1)", [release])).rejects.toEqual(
        rejection("invalid"),
      );
      expect(await downloads()).toEqual([{ downloads: 3 }]);
    });

    test("S25 a setting takes effect from the first save, and keeps its keys and types", async () => {
      const [general] = await db.owner<{ id: string; values: Record<string, unknown> }>(
        "select * from public.settings where section = 'general'",
      );
      if (!general) throw new Error("no settings");
      const set = (more: Record<string, unknown>) =>
        db.update(admin, "settings", general.id, { values: { ...general.values, ...more } });
      const big = await campaign(db, dev, { max_testers: 500 });
      expect(big).toBeTruthy();
      await expect(set({ max_testers_per_campaign: "many" })).rejects.toEqual(rejection("invalid"));
      await expect(set({ surprise: true })).rejects.toEqual(rejection("invalid"));
      await expect(set({ max_testers_per_campaign: 0 })).rejects.toEqual(rejection("invalid"));
      expect(await db.update(dev, "settings", general.id, { values: general.values })).toBe(0);
      const { max_testers, ...unsaid } = campaignInput(dev);
      await set({ max_testers_per_campaign: 20 });
      await db.insert(dev, "campaigns", unsaid);
      expect(await db.row("campaigns", String(unsaid.id))).toMatchObject({ max_testers: 20 });
      await set({ max_testers_per_campaign: 100 });
      const twice = { ...unsaid, id: randomUUID() };
      await db.insert(dev, "campaigns", twice);
      expect(await db.row("campaigns", twice.id)).toMatchObject({ max_testers: 25 });
      await expect(campaign(db, dev, { max_testers: 101 })).rejects.toEqual(rejection("spots_limit"));
      // The displayed value of a setting that nobody saved is not in effect.
      const early = await person(db, "developer");
      expect(await db.row("profiles", early)).toMatchObject({ status: "active" });
      // Saved with auto-approval off: new developers now wait for an admin.
      await set({ auto_approve_developers: true });
      await set({ auto_approve_developers: false });
      const waiting = await person(db, "developer");
      expect(await db.row("profiles", waiting)).toMatchObject({ status: "inactive", role: "developer" });
      await set({ maintenance_mode: true });
      await expect(db.update(dev, "profiles", dev, { bio: "Hello" })).rejects.toMatchObject({
        sqlstate: "PT503",
        code: "maintenance",
      });
      await db.update(admin, "profiles", admin, { bio: "Hello" });
      await set({ maintenance_mode: false, open_registration: false });
      await expect(person(db, "tester")).rejects.toEqual(rejection("registration_closed"));
      await db.owner("update public.settings set saved_at = null");
    });
  });
});
