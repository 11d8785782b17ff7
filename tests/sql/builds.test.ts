// The life of a build on the server: checked before release, announced, ended, deleted.
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { rejectedBuilds, unreadBuilds } from "../../sync/files/build-checks.ts";
import { ruleEngines } from "../fixtures/engines.ts";
import { rejection } from "../fixtures/sql/rejection.ts";
import { apply, campaign, campaignInput, instant, newApp, newRelease, person, report } from "../fixtures/sql/rows.ts";
import { setUpDatabase, setUpPerson } from "../fixtures/sql/scenario.ts";

const android = {
  platform: "android",
  package_id: "app.night.map",
  package_name: "Map",
  build_number: "210",
  min_os: "26",
};
const signer = "ab".repeat(32);

describe.each(ruleEngines)("%s", (kind) => {
  const db = setUpDatabase(kind);
  const dev = setUpPerson(db, "developer");

  const scheduled = () => db.owner("call private.run_scheduled_jobs()");
  const releaseOf = async (id: string) => (await db.owner("select * from public.releases where id = $1", [id]))[0];
  const claimed = async () =>
    (
      await db.owner<{ due: { release_id: string; file_path: string; size_bytes: number }[] }>(
        "select public.claim_build_checks(20) as due",
      )
    )[0]?.due ?? [];
  const complete = (results: object[]) =>
    db.owner("select public.complete_build_checks($1::jsonb)", [JSON.stringify(results)]);
  const stored = async (file_path: string, size = 1234) =>
    db.owner(
      `insert into storage.objects (bucket_id, name, owner_id, metadata)
       values ('releases', $1, split_part($1, '/', 1), jsonb_build_object('size', $2::int, 'eTag', '"1"'))`,
      [file_path, size],
    );
  /** A draft whose package has arrived and is not checked yet. */
  const arrived = async (app: string, version = "1.0", file_name = "map.apk") => {
    const file_path = `${dev}/${randomUUID()}`;
    const id = await newRelease(db, dev, app, { version, file_name, file_path });
    await stored(file_path);
    return { id, file_path };
  };
  const read = async (app: string, facts: object = android, failure = "", version?: string) => {
    const release = await arrived(app, version);
    await claimed();
    await complete([{ release_id: release.id, file_path: release.file_path, outcome: "read", failure, facts }]);
    return release.id;
  };
  const publish = (id: string) => db.update(dev, "releases", id, { status: "published" });
  const told = async (who: string, what: string) =>
    db.owner<{ data: { version: string } }>(
      "select data from public.notifications where user_id = $1 and kind = $2 order by created_at",
      [who, what],
    );
  const brief = (campaignId: string, release_id: string) => db.update(dev, "briefs", campaignId, { release_id });

  test("B4 S20 the server checks a package before publication, and its developer cannot write the result", async () => {
    const app = await newApp(db, dev);
    const { id, file_path } = await arrived(app);
    await expect(publish(id)).rejects.toEqual(rejection("wrong_state"));
    for (const forged of [{ package_id: "x" }, { checked_at: instant(0) }, { signing_kind: "release" }])
      await expect(db.update(dev, "releases", id, forged)).rejects.toMatchObject({ code: "42501" });
    expect(await claimed()).toEqual([
      { release_id: id, file_path, file_name: "map.apk", platform: "android", size_bytes: 1234 },
    ]);
    // Leased.
    expect(await claimed()).toEqual([]);
    const facts = { ...android, abis: ["arm64-v8a"], signer_sha256: signer, signing_kind: "release" };
    await complete([{ release_id: id, file_path, outcome: "read", failure: "", facts }]);
    expect(await releaseOf(id)).toMatchObject({
      ...facts,
      size_bytes: 1234,
      check_failure: "",
      checked_at: expect.any(String),
    });
    await publish(id);
  });

  test("B5 S16 S20 a campaign that follows its app names the newest published build, and others keep theirs", async () => {
    const app = await newApp(db, dev);
    const [following, fixed, over] = [
      await campaign(db, dev, { app_id: app }),
      await campaign(db, dev, { app_id: app }),
      await campaign(db, dev, { app_id: app }),
    ];
    const named = async (id: string) =>
      (await db.owner<{ release_id: string | null }>("select release_id from public.briefs where id = $1", [id]))[0]
        ?.release_id;
    const [draft, first] = [await read(app, android, "", "0.9"), await read(app, android, "", "1.0")];
    for (const id of [following, over]) await db.update(dev, "briefs", id, { follows_newest: true });
    expect(await named(following)).toBeNull();
    await brief(fixed, draft);
    await publish(first);
    expect(await named(following)).toBe(first);
    await db.update(dev, "campaigns", over, { status: "completed" });
    const second = await read(app, android, "", "1.1");
    await publish(second);
    expect([await named(following), await named(fixed), await named(over)]).toEqual([second, draft, first]);
    // A device names what it knows; the server decides.
    await db.update(dev, "briefs", following, { release_id: first });
    expect(await named(following)).toBe(second);
    await db.update(dev, "releases", second, { status: "withdrawn" });
    expect(await named(following)).toBe(first);
    await db.update(dev, "releases", first, { status: "withdrawn" });
    expect(await named(following), "the last one, which its page calls withdrawn").toBe(first);
    // A new brief, and a draft that changes its app.
    const other = await newApp(db, dev);
    const elsewhere = await read(other, { ...android, package_id: "app.other" }, "", "7");
    await publish(elsewhere);
    const id = randomUUID();
    await db.insert(dev, "campaigns", { ...campaignInput(dev), id, app_id: other });
    await db.insert(dev, "briefs", { id, developer_id: dev, instructions: "", follows_newest: true });
    expect(await named(id)).toBe(elsewhere);
    await db.update(dev, "campaigns", id, { app_id: null });
    expect(await named(id)).toBeNull();
    await db.update(dev, "campaigns", id, { app_id: other });
    expect(await named(id)).toBe(elsewhere);
  });

  test("B4 S20 the server publishes a draft and its app, if asked, once it has read the file without a fault", async () => {
    const app = await newApp(db, dev);
    const asked = async (publishes: string, failure = "", facts: object = android) => {
      const { id, file_path } = await arrived(app, `1.${publishes}.${failure}`);
      await db.update(dev, "releases", id, { publishes });
      await claimed();
      await complete([{ release_id: id, file_path, outcome: "read", failure, facts }]);
      return (await releaseOf(id)) as { status: string; publishes: string };
    };
    const appStatus = async () => (await db.owner("select status from public.apps where id = $1", [app]))[0];
    expect(await asked("app", "app_bundle")).toMatchObject({ status: "draft", publishes: "" });
    expect(await asked("app", "", { ...android, signing_kind: "enterprise", platform: "ios" })).toMatchObject({
      ...{ status: "draft", publishes: "" },
    });
    expect(await asked("", "")).toMatchObject({ status: "draft" });
    expect(await appStatus()).toEqual({ status: "draft" });
    expect(await asked("release")).toMatchObject({ status: "published", publishes: "" });
    expect(await appStatus()).toEqual({ status: "draft" });
    expect(await asked("app")).toMatchObject({ status: "published", publishes: "" });
    expect(await appStatus()).toEqual({ status: "published" });
    // A suspended developer publishes nothing.
    const { id, file_path } = await arrived(app, "2.0");
    await db.update(dev, "releases", id, { publishes: "release" });
    await db.owner("update public.profiles set status = 'suspended' where id = $1", [dev]);
    await claimed();
    await complete([{ release_id: id, file_path, outcome: "read", failure: "", facts: android }]);
    await db.owner("update public.profiles set status = 'active' where id = $1", [dev]);
    expect(await releaseOf(id)).toMatchObject({ status: "draft", publishes: "" });
  });

  test("S20 replacing the file invalidates the check of the previous one", async () => {
    const app = await newApp(db, dev);
    const id = await read(app);
    const file_path = `${dev}/${randomUUID()}`;
    await db.update(dev, "releases", id, { file_path });
    expect(await releaseOf(id)).toMatchObject({ checked_at: null, package_id: "", platform: "" });
    await expect(publish(id)).rejects.toEqual(rejection("wrong_state"));
    await stored(file_path);
    // The result for the old file arrives late.
    await claimed();
    await complete([{ release_id: id, file_path: `${dev}/old`, outcome: "read", failure: "", facts: android }]);
    expect(await releaseOf(id)).toMatchObject({ checked_at: null });
    await complete([{ release_id: id, file_path, outcome: "read", failure: "", facts: android }]);
    expect(await releaseOf(id)).toMatchObject({ package_id: android.package_id });
  });

  test("S20 rejects unusable packages: an app bundle, a split APK, another app, enterprise signing, an expired one", async () => {
    const app = await newApp(db, dev);
    for (const failure of rejectedBuilds) {
      const id = await read(app, {}, failure);
      await expect(publish(id)).rejects.toEqual(rejection("invalid"));
    }
    await publish(await read(app));
    const other = await read(app, { ...android, package_id: "app.other" });
    expect(await releaseOf(other)).toMatchObject({ check_failure: "other_package" });
    await expect(publish(other)).rejects.toEqual(rejection("invalid"));
    // Its name may differ on another platform.
    await publish(await read(app, { ...android, platform: "ios", package_id: "app.ios" }));
    const enterprise = await read(app, {
      ...android,
      platform: "ios",
      package_id: "app.ios",
      signing_kind: "enterprise",
    });
    await expect(publish(enterprise)).rejects.toEqual(rejection("invalid"));
    const open = await campaign(db, dev, { app_id: app });
    await expect(brief(open, enterprise)).rejects.toEqual(rejection("invalid"));
    await brief(await campaign(db, dev, { app_id: app, visibility: "private" }), enterprise);
    const ended = await read(app, { ...android, signing_expires_at: instant(-1) });
    await expect(publish(ended)).rejects.toEqual(rejection("invalid"));
    for (const failure of unreadBuilds) await publish(await read(app, {}, failure));
  });

  test("S20 a file that storage does not return is requested six times, then counts as damaged", async () => {
    const { id, file_path } = await arrived(await newApp(db, dev));
    for (let i = 1; i <= 6; i += 1) {
      expect(await releaseOf(id)).toMatchObject({ checked_at: null });
      await db.owner("update private.build_checks set not_before = now() where release_id = $1", [id]);
      expect(await claimed()).toHaveLength(1);
      await complete([{ release_id: id, file_path, outcome: "retry" }]);
    }
    expect(await releaseOf(id)).toMatchObject({ check_failure: "damaged", checked_at: expect.any(String) });
  });

  test("S20 T2 testers get a package only after its check, and not after its end", async () => {
    const app = await newApp(db, dev);
    const { id, file_path } = await arrived(app);
    const tester = await person(db, "tester");
    const campaignId = await campaign(db, dev, { app_id: app });
    await apply(db, campaignId, tester);
    await brief(campaignId, id);
    const gets = async (who: string) =>
      (await db.query(who, "select 1 from storage.objects where name = $1", [file_path])).length === 1;
    expect([await gets(tester), await gets(dev)]).toEqual([false, true]);
    await claimed();
    await complete([{ release_id: id, file_path, outcome: "read", failure: "", facts: android }]);
    expect(await gets(tester)).toBe(true);
    await db.update(dev, "releases", id, { expires_at: instant(-1) });
    expect([await gets(tester), await gets(dev)]).toEqual([false, true]);
  });

  test("S20 a link release needs its address and no file", async () => {
    const app = await newApp(db, dev);
    const id = await newRelease(db, dev, app, { kind: "link" });
    await expect(publish(id)).rejects.toEqual(rejection("invalid"));
    await db.update(dev, "releases", id, { link_url: "https://testflight.apple.com/join/abc" });
    await publish(id);
    await expect(db.update(dev, "releases", id, { link_url: "https://example.test" })).rejects.toEqual(
      rejection("wrong_state"),
    );
  });

  test("B5 S20 a build ends on its date: its app leaves the store, and its users are notified once", async () => {
    const app = await newApp(db, dev);
    const id = await read(app);
    await publish(id);
    await db.update(dev, "apps", app, { status: "published" });
    const tester = await person(db, "tester");
    await db.query(tester, "select public.record_download($1)", [id]);
    // The developer may still change the end of a published release.
    await db.update(dev, "releases", id, { expires_at: instant(3) });
    await scheduled();
    expect(await releaseOf(id)).toMatchObject({ status: "published" });
    await db.owner("update public.releases set expires_at = now() - interval '1 minute' where id = $1", [id]);
    await scheduled();
    await scheduled();
    expect(await releaseOf(id)).toMatchObject({ status: "expired" });
    expect((await db.owner("select status from public.apps where id = $1", [app]))[0]).toEqual({
      status: "unpublished",
    });
    expect(await told(tester, "release_expired")).toHaveLength(1);
    await db.update(dev, "releases", id, { status: "withdrawn" });
    await expect(publish(id)).rejects.toEqual(rejection("wrong_state"));
  });

  test("B5 S20 keeps the last ten files and those in use; deletes the rest", async () => {
    const app = await newApp(db, dev);
    const ids: string[] = [];
    for (let n = 1; n <= 13; n += 1) {
      const id = await read(app, android, "", `1.${n}`);
      await publish(id);
      ids.push(id);
    }
    const running = await campaign(db, dev, { app_id: app });
    await brief(running, ids[0] ?? "");
    await scheduled();
    const removed = async () =>
      (
        await db.owner<{ version: string }>(
          "select version from public.releases where app_id = $1 and file_removed_at is not null order by published_at, id",
          [app],
        )
      ).map((row) => row.version);
    const freed = await removed();
    expect(freed).toHaveLength(2);
    expect(freed).not.toContain("1.1");
    const paths = (await db.owner<{ due: string[] }>("select public.claim_file_removals(100) as due"))[0]?.due ?? [];
    expect(paths).toHaveLength(2);
    await db.owner("update public.campaigns set status = 'completed' where id = $1", [running]);
    await db.owner("update private.build_retention set due_at = now()");
    await scheduled();
    expect(await removed()).toContain("1.1");
  });

  test("B5 S20 keeps the file of the remaining build after all others have expired", async () => {
    const app = await newApp(db, dev);
    const stable = await read(app, android, "", "1.0");
    await publish(stable);
    for (let n = 1; n <= 11; n += 1) {
      const id = await read(app, android, "", `1.1-${n}`);
      await db.update(dev, "releases", id, { expires_at: instant(7) });
      await publish(id);
    }
    await scheduled();
    expect(await releaseOf(stable)).toMatchObject({ file_removed_at: null });
  });

  test("B5 S20 an uploaded build without a release is removed after two weeks, and not before", async () => {
    const app = await newApp(db, dev);
    const named = await arrived(app);
    const deleted = await arrived(app);
    const [lost, fresh, late] = [randomUUID(), randomUUID(), randomUUID()].map((name) => `${dev}/${name}`) as [
      ...[string, string, string],
    ];
    for (const path of [lost, fresh, late]) await stored(path);
    await db.owner(
      "update storage.objects set created_at = now() - interval '15 days' where bucket_id = 'releases' and name <> $1",
      [fresh],
    );
    await db.update(dev, "releases", deleted.id, { _deleted: true });
    const run = async () => {
      await db.owner("update private.scheduled_jobs set done_on = null where job = 'free_unnamed_builds'");
      await scheduled();
    };
    await run();
    // Its row arrives before the file is removed.
    await newRelease(db, dev, app, { file_path: late, file_name: "late.apk", size_bytes: 1234 });
    const paths = (await db.owner<{ due: string[] }>("select public.claim_file_removals(100) as due"))[0]?.due ?? [];
    expect(paths).toEqual(expect.arrayContaining([lost, deleted.file_path]));
    for (const kept of [named.file_path, fresh, late]) expect(paths).not.toContain(kept);
    await run();
    expect(await db.owner("select 1 from private.file_removals where file_path = $1", [named.file_path])).toEqual([]);
  });

  test("B4 S20 replaced bytes are checked again", async () => {
    const { id, file_path } = await arrived(await newApp(db, dev));
    await claimed();
    await complete([{ release_id: id, file_path, outcome: "read", failure: "", facts: android }]);
    const swapped = `jsonb_build_object('size', 1234, 'eTag', '"2"')`;
    await db.owner(`update storage.objects set metadata = ${swapped} where name = $1`, [file_path]);
    expect(await releaseOf(id)).toMatchObject({ checked_at: null, package_id: "" });
    await expect(publish(id)).rejects.toEqual(rejection("wrong_state"));
    expect(await claimed()).toMatchObject([{ release_id: id }]);
  });

  test("S20 a value that no column accepts fails its package only", async () => {
    const app = await newApp(db, dev);
    const [odd, plain] = [await arrived(app), await arrived(app)];
    await claimed();
    const facts = { ...android, signing_expires_at: "+012026-01-01T00:00:00.000Z" };
    await complete([
      { release_id: odd.id, file_path: odd.file_path, outcome: "read", failure: "", facts },
      { release_id: plain.id, file_path: plain.file_path, outcome: "read", failure: "", facts: android },
    ]);
    // Fails without a retry: reading the same bytes again gives the same result.
    expect(await releaseOf(odd.id)).toMatchObject({ check_failure: "damaged", checked_at: expect.any(String) });
    expect(await releaseOf(plain.id)).toMatchObject({ check_failure: "", package_id: "app.night.map" });
  });

  test("S20 a check whose file is being uploaded again waits for it, and uses no attempt", async () => {
    const { id } = await arrived(await newApp(db, dev));
    const file_path = `${dev}/${randomUUID()}`;
    await db.update(dev, "releases", id, { file_path });
    expect(await claimed()).toEqual([]);
    await stored(file_path);
    expect(await claimed()).toMatchObject([{ release_id: id, file_path }]);
  });

  test("B4 S20 a distributed draft ends on its date, and its developer is notified", async () => {
    const app = await newApp(db, dev);
    const [handedOut, kept] = [await read(app), await read(app)];
    const campaignId = await campaign(db, dev, { app_id: app });
    await brief(campaignId, handedOut);
    for (const id of [handedOut, kept]) await db.update(dev, "releases", id, { expires_at: instant(-0.01) });
    await expect(brief(await campaign(db, dev, { app_id: app }), kept)).rejects.toEqual(rejection("wrong_state"));
    await scheduled();
    expect([await releaseOf(handedOut), await releaseOf(kept)]).toMatchObject([
      { status: "expired" },
      { status: "draft" },
    ]);
  });

  test("B4 S20 a brief names no build whose file was removed, and a link keeps no file", async () => {
    const app = await newApp(db, dev);
    const id = await read(app);
    await db.owner("update public.releases set file_removed_at = now() where id = $1", [id]);
    await expect(brief(await campaign(db, dev, { app_id: app }), id)).rejects.toEqual(rejection("wrong_state"));
    const other = await read(app);
    await db.update(dev, "releases", other, { kind: "link", link_url: "https://example.test/app" });
    expect(await releaseOf(other)).toMatchObject({ kind: "link", file_path: "", file_name: "", checked_at: null });
  });

  test("S29 a new build is announced to accepted testers, at most once per day and user", async () => {
    const app = await newApp(db, dev);
    const [first, second, third] = [await read(app), await read(app), await read(app)];
    const [tester, late] = [await person(db, "tester"), await person(db, "tester")];
    const campaignId = await campaign(db, dev, { app_id: app });
    const application = await apply(db, campaignId, tester);
    await brief(campaignId, first);
    await db.update(dev, "briefs", campaignId, { release_id: second });
    await scheduled();
    expect(await told(tester, "build_published")).toHaveLength(1);
    await apply(db, campaignId, late);
    await db.update(dev, "briefs", campaignId, { release_id: third });
    await scheduled();
    expect(await told(tester, "build_published")).toHaveLength(1);
    expect(await told(late, "build_published")).toHaveLength(1);
    // A day later. Testers who already have the build are not notified.
    await db.owner("update private.build_notice_days set notified_at = now() - interval '25 hours'");
    await db.update(tester, "applications", application, { downloaded_at: instant(0), release_id: first });
    await db.update(dev, "briefs", campaignId, { release_id: first });
    await scheduled();
    expect(await told(tester, "build_published")).toHaveLength(1);
    expect(await told(late, "build_published")).toHaveLength(2);
    const figures = await db.query<{ figures: { release_id: string }[] }>(
      dev,
      "select public.release_figures($1) as figures",
      [app],
    );
    const of = (id: string) => figures[0]?.figures.find((each) => each.release_id === id);
    expect(of(first)).toMatchObject({ notified: 1, opened: 1, downloaded: 1, reported: 0 });
    expect(of(second)).toMatchObject({ notified: 1, opened: 0 });
    await expect(db.query(tester, "select public.release_figures($1)", [app])).rejects.toEqual(rejection("forbidden"));
  });

  test("S20 a new app has no figures yet, and an unknown app is rejected", async () => {
    const app = await newApp(db, dev);
    const figures = (id: string) => db.query(dev, "select public.release_figures($1) as figures", [id]);
    expect(await figures(app)).toEqual([{ figures: [] }]);
    await newRelease(db, dev, app);
    expect(await figures(app)).toMatchObject([{ figures: [{ notified: 0, opened: 0, downloaded: 0, reported: 0 }] }]);
    await expect(figures(randomUUID())).rejects.toEqual(rejection("forbidden"));
  });

  test("S29 an unchecked build is announced after its check", async () => {
    const app = await newApp(db, dev);
    const { id, file_path } = await arrived(app);
    const tester = await person(db, "tester");
    const campaignId = await campaign(db, dev, { app_id: app });
    await apply(db, campaignId, tester);
    await brief(campaignId, await read(app));
    await db.update(dev, "briefs", campaignId, { release_id: id });
    await scheduled();
    expect(await told(tester, "build_published")).toEqual([]);
    await db.owner("update private.build_checks set not_before = now()");
    await claimed();
    await complete([{ release_id: id, file_path, outcome: "read", failure: "", facts: android }]);
    await scheduled();
    expect(await told(tester, "build_published")).toHaveLength(1);
  });

  test("S10 T6 a tester names the build they downloaded, which their campaign must have offered", async () => {
    const app = await newApp(db, dev);
    const [mine, foreign] = [await read(app), await read(app)];
    const tester = await person(db, "tester");
    const campaignId = await campaign(db, dev, { app_id: app });
    const application = await apply(db, campaignId, tester);
    await brief(campaignId, mine);
    await expect(db.update(tester, "applications", application, { release_id: foreign })).rejects.toEqual(
      rejection("forbidden"),
    );
    await db.update(tester, "applications", application, { release_id: mine });
    await expect(db.update(dev, "applications", application, { release_id: null })).rejects.toEqual(
      rejection("not_allowed"),
    );
  });

  test("B5 S22 a known issue names the build with its fix, and affected testers are notified", async () => {
    const app = await newApp(db, dev);
    const fixed = await read(app, android, "", "1.5");
    const [author, seer, other] = [await person(db, "tester"), await person(db, "tester"), await person(db, "tester")];
    const campaignId = await campaign(db, dev, { app_id: app });
    const applications = [];
    for (const who of [author, seer, other]) applications.push(await apply(db, campaignId, who));
    const issue = await report(db, campaignId, author);
    await expect(db.update(dev, "feedback", issue, { fixed_release_id: fixed })).rejects.toEqual(
      rejection("wrong_state"),
    );
    await db.update(dev, "feedback", issue, { status: "approved", usefulness: 4 });
    await db.update(dev, "feedback", issue, { known: true });
    await db.update(seer, "applications", applications[1] ?? "", { confirmed_issues: JSON.stringify([issue]) });
    const foreignDev = await person(db, "developer");
    const foreign = await newRelease(db, foreignDev, await newApp(db, foreignDev));
    await expect(db.update(dev, "feedback", issue, { fixed_release_id: foreign })).rejects.toEqual(
      rejection("forbidden"),
    );
    await expect(db.update(author, "feedback", issue, { fixed_release_id: fixed })).rejects.toEqual(
      rejection("not_allowed"),
    );
    await db.update(dev, "feedback", issue, { fixed_release_id: fixed });
    await scheduled();
    // No tester has it yet.
    expect(await told(author, "issue_fixed")).toEqual([]);
    await brief(campaignId, fixed);
    await scheduled();
    // Undone and set again: notified once.
    await db.update(dev, "feedback", issue, { fixed_release_id: null });
    await db.update(dev, "feedback", issue, { fixed_release_id: await read(app, android, "", "1.6") });
    await scheduled();
    await db.update(dev, "feedback", issue, { fixed_release_id: fixed });
    await scheduled();
    for (const who of [author, seer]) {
      expect((await told(who, "issue_fixed")).map((row) => row.data.version)).toEqual(["1.5"]);
    }
    expect(await told(other, "issue_fixed")).toEqual([]);
    const [row] = await db.owner<{ known_issues: unknown }>("select known_issues from public.briefs where id = $1", [
      campaignId,
    ]);
    expect(row?.known_issues).toMatchObject([{ id: issue, fixed_in: "1.5" }]);
  });

  test("B5 S20 a renamed file is checked again: a package cannot pass under another name", async () => {
    const app = await newApp(db, dev);
    const id = await read(app, { ...android, platform: "ios", signing_kind: "enterprise" });
    await db.update(dev, "releases", id, { file_name: "map.bin" });
    expect(await releaseOf(id)).toMatchObject({ platform: "", signing_kind: "", checked_at: null });
    await expect(publish(id)).rejects.toEqual(rejection("wrong_state"));
  });

  test("B4 S20 of two drafts with two package ids the second is rejected after the first is published", async () => {
    const app = await newApp(db, dev);
    const [first, second] = [await read(app), await read(app, { ...android, package_id: "app.other" })];
    await publish(first);
    await expect(publish(second)).rejects.toEqual(rejection("invalid"));
  });

  test("B4 T2 no public test offers enterprise signing, whichever comes first", async () => {
    const app = await newApp(db, dev);
    const tester = await person(db, "tester");
    const gets = async (file_path: string) =>
      (await db.query(tester, "select 1 from storage.objects where name = $1", [file_path])).length === 1;
    const facts = { ...android, platform: "ios", signing_kind: "enterprise" };
    const open = await campaign(db, dev, { app_id: app });
    await apply(db, open, tester);
    const late = await arrived(app);
    await brief(open, late.id);
    await claimed();
    await complete([{ release_id: late.id, file_path: late.file_path, outcome: "read", failure: "", facts }]);
    expect(await gets(late.file_path)).toBe(false);
    await scheduled();
    expect(await told(tester, "build_published")).toEqual([]);
    await db.update(dev, "campaigns", open, { visibility: "private" });
    expect(await gets(late.file_path)).toBe(true);
    await db.update(dev, "campaigns", open, { visibility: "public" });
    expect(await gets(late.file_path)).toBe(false);
  });

  test("S29 a hundred builds that never arrive delay no other test's notification", async () => {
    const app = await newApp(db, dev);
    const tester = await person(db, "tester");
    const never = await newRelease(db, dev, app, { file_name: "map.apk", file_path: `${dev}/${randomUUID()}` });
    const campaignId = await campaign(db, dev, { app_id: app });
    await apply(db, campaignId, tester);
    await db.owner(
      `insert into private.build_notices (id, kind, campaign_id, release_id, created_at)
       select gen_random_uuid(), 'build_published', $1, $2, now() - interval '1 hour' from generate_series(1, 120)`,
      [campaignId, never],
    );
    await brief(campaignId, await read(app));
    await scheduled();
    expect(await told(tester, "build_published")).toHaveLength(1);
    await db.owner("delete from private.build_notices");
  });

  test("S20 a check that crashes six times, and more than a hundred checks in an hour", async () => {
    const app = await newApp(db, dev);
    const { id } = await arrived(app);
    for (let i = 1; i <= 7; i += 1) {
      await db.owner("update private.build_checks set not_before = now() where release_id = $1", [id]);
      await claimed();
    }
    expect(await releaseOf(id)).toMatchObject({ check_failure: "damaged" });
    await db.owner("update private.rate_limits set hits = 100 where bucket = $1", [`build_check:${dev}`]);
    const late = await arrived(app);
    expect(await claimed()).toEqual([]);
    expect(await db.owner("select 1 from private.build_checks where release_id = $1", [late.id])).toHaveLength(1);
    await db.owner("delete from private.rate_limits where bucket = $1", [`build_check:${dev}`]);
  });
});
