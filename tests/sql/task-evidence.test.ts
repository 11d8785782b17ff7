// Evidence of tasks: launch codes that only the server compares, photos, and the minimum time.
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Application } from "../../sync/schema/applications.ts";
import type { Results, TaskResult } from "../../sync/schema/tasks.ts";
import { ruleEngines } from "../fixtures/engines.ts";
import type { Row } from "../fixtures/sql/database.ts";
import { rejection } from "../fixtures/sql/rejection.ts";
import { apply, campaign, newApp, newRelease, person } from "../fixtures/sql/rows.ts";
import { setUpDatabase, setUpPerson } from "../fixtures/sql/scenario.ts";
import { marked, photoOf, resultOfTask, stepsOf, taskOf } from "../unit/tasks/cases.ts";

const now = () => new Date().toISOString();
const demanding = (evidence: Partial<ReturnType<typeof taskOf>["evidence"]>) =>
  taskOf({
    ...{ steps: stepsOf("a"), required_since: now() },
    evidence: { minutes: 0, code: false, photo: false, ...evidence },
  });
const done = (more: Partial<TaskResult> = {}) => resultOfTask({ at: now(), steps: marked({ a: "pass" }), ...more });

describe.each(ruleEngines)("%s", (kind) => {
  const db = setUpDatabase(kind);
  const dev = setUpPerson(db, "developer");
  const stranger = setUpPerson(db, "developer");

  const applicationOf = (id: string) => db.row<Application>("applications", id);
  const answer = (tester: string, id: string, results: Results) => db.update(tester, "applications", id, { results });
  const submit = (tester: string, id: string) => db.update(tester, "applications", id, { results_status: "submitted" });
  const setCode = (who: string | null, release: string, code: string) =>
    db.query(who, "select public.set_launch_code($1, $2)", [release, code]);
  const codesOf = async (who: string | null, app: string) =>
    (await db.query<{ codes: Row[] }>(who, "select public.launch_codes($1) as codes", [app]))[0]?.codes;

  /** A running campaign with a build, a task, and an accepted tester. */
  async function tested(task = demanding({ code: true })) {
    const app = await newApp(db, dev);
    const release = await newRelease(db, dev, app, { status: "published" });
    const id = await campaign(db, dev, { app_id: app });
    await db.update(dev, "briefs", id, { tasks: [task], release_id: release });
    const tester = await person(db, "tester");
    const application = await apply(db, id, tester);
    const type = async (code: string, more: Partial<TaskResult> = {}) => {
      await answer(tester, application, { t1: done({ code, ...more }) });
      return (await applicationOf(application)).code_checks.t1;
    };
    return { app, release, id, tester, application, type };
  }

  describe("launch codes", () => {
    test("B16 spaces and dashes alone are no code", async () => {
      const { tester, application, type } = await tested();
      expect(await type("- –")).toBeUndefined();
      await expect(submit(tester, application)).rejects.toEqual(rejection("answer_required"));
      await type("a");
      await submit(tester, application);
    });

    test("B16 the server compares a typed code with the build's, whatever its case, spaces and dashes", async () => {
      const { release, type, application } = await tested();
      expect(await type("Blue 42")).toBe("unknown");
      await setCode(dev, release, "BLUE-42");
      // Codes that were typed before are compared at once.
      expect((await applicationOf(application)).code_checks).toEqual({ t1: "matched" });
      expect(await type("green")).toBe("differs");
      expect(await type("  blue‐４２ ".trim(), { release_id: release })).toBe("matched");
      // The build's code changes: what matched stays so.
      await setCode(dev, release, "other-code");
      expect((await applicationOf(application)).code_checks).toEqual({ t1: "matched" });
      await setCode(dev, release, " ");
      expect(await type("again")).toBe("unknown");
      expect(await type("")).toBeUndefined();
    });

    test("B16 S3 five codes a day are compared for one person and build, in all tasks", async () => {
      const { release, type, tester, id } = await tested();
      await setCode(dev, release, "0005");
      for (const guess of ["0000", "0001", "0002", "00-03", "0004"]) expect(await type(guess)).toBe("differs");
      expect(await type("0005")).toBe("too_many");
      // A code that was compared before costs no further try.
      expect(await type("0003")).toBe("differs");
      await db.update(dev, "briefs", id, {
        tasks: [demanding({ code: true }), { ...demanding({ code: true }), id: "t2" }],
      });
      const [own] = await db.owner<{ id: string }>("select id from public.applications where tester_id = $1", [tester]);
      await answer(tester, own?.id ?? "", { t1: done({ code: "0003" }), t2: done({ code: "0005" }) });
      expect((await applicationOf(own?.id ?? "")).code_checks).toEqual({ t1: "differs", t2: "too_many" });
      await db.owner(
        "update private.launch_code_tries set tried_at = now() - interval '25 hours' where tester_id = $1",
        [tester],
      );
      expect(await type("0005", { minutes: 1 }).catch((error: Error) => error.message)).toMatch(/removed/);
      await answer(tester, own?.id ?? "", { t1: done({ code: "0003" }), t2: done({ code: "0005", minutes: 1 }) });
      expect((await applicationOf(own?.id ?? "")).code_checks).toEqual({ t1: "differs", t2: "matched" });
    });

    test("B16 P2 testers and strangers cannot read or set a code, nor its outcome", async () => {
      const { app, release, tester, application, type } = await tested();
      await setCode(dev, release, "blue-42");
      expect(await codesOf(dev, app)).toEqual([{ release_id: release, code: "blue-42" }]);
      for (const who of [tester, stranger]) {
        await expect(codesOf(who, app)).rejects.toEqual(rejection("forbidden"));
        await expect(setCode(who, release, "mine-1")).rejects.toEqual(rejection("forbidden"));
        await expect(db.query(who, "select code from private.launch_codes")).rejects.toThrow();
      }
      await expect(codesOf(null, app)).rejects.toThrow();
      const builds = await db.query(tester, "select * from public.releases where id = $1", [release]);
      expect(JSON.stringify([builds, await applicationOf(application)])).not.toContain("blue-42");
      await type("wrong");
      for (const who of [tester, dev])
        await expect(db.update(who, "applications", application, { code_checks: { t1: "matched" } })).rejects.toEqual(
          rejection("42501"),
        );
      await expect(setCode(dev, release, "a-b-c")).rejects.toEqual(rejection("invalid"));
      await expect(setCode(dev, release, "x".repeat(41))).rejects.toEqual(rejection("invalid"));
      await expect(setCode(dev, randomUUID(), "blue-42")).rejects.toEqual(rejection("forbidden"));
    });
  });

  describe("photos", () => {
    test("B16 P4 a photo opens to its reviewer and tester only, and is marked as arrived", async () => {
      const { tester, application } = await tested(demanding({ photo: true }));
      const photo = photoOf({ sha256: "c".repeat(64), size: 3 });
      const name = `${tester}/${photo.sha256}`;
      const put = "insert into storage.objects (bucket_id, name, metadata) values ('attachments', $1, '{\"size\": 3}')";
      const sees = async (who: string) =>
        (await db.query(who, "select 1 from storage.objects where name = $1", [name])).length === 1;
      const arrived = async (who: string, id = photo.id) =>
        (await db.query<{ yes: boolean }>(who, "select public.attachment_arrived($1, $2) as yes", [application, id]))[0]
          ?.yes;
      await answer(tester, application, { t1: done({ photos: [photo] }) });
      expect(await arrived(tester)).toBe(false);
      await db.query(tester, put, [name]);
      expect(await arrived(tester)).toBe(true);
      expect((await applicationOf(application)).uploaded).toEqual([photo.id]);
      const other = await person(db, "tester");
      expect([await sees(tester), await sees(dev), await sees(stranger), await sees(other)]).toEqual([
        ...[true, true, false, false],
      ]);
      await expect(arrived(dev)).rejects.toEqual(rejection("forbidden"));
      await expect(arrived(tester, randomUUID())).rejects.toEqual(rejection("invalid"));
      await expect(db.update(tester, "applications", application, { uploaded: [] })).rejects.toEqual(
        rejection("42501"),
      );
      // A removed photo is no longer the developer's.
      await answer(tester, application, { t1: done({ photos: [] }) });
      expect((await applicationOf(application)).uploaded).toEqual([]);
      expect(await sees(dev)).toBe(false);
    });

    test("B16 B9 T9 a deleted account keeps the photos of a submitted set, and of no other", async () => {
      const put = async (tester: string, sha256: string) => {
        const object =
          "insert into storage.objects (bucket_id, name, metadata) values ('attachments', $1, '{\"size\": 3}')";
        await db.query(tester, object, [`${tester}/${sha256}`]);
      };
      const deleted = async (status: Application["results_status"]) => {
        const { tester, application } = await tested(demanding({ photo: true }));
        const photo = photoOf({ sha256: "e".repeat(64), size: 3 });
        await answer(tester, application, { t1: done({ photos: [photo], note: "By the lake" }) });
        await put(tester, photo.sha256);
        await db.query(tester, "select public.attachment_arrived($1, $2)", [application, photo.id]);
        if (status !== "") await submit(tester, application);
        if (status === "returned" || status === "accepted")
          await db.update(dev, "applications", application, {
            results_status: status,
            results_review: status === "returned" ? { t1: "Which phone?" } : {},
          });
        await db.owner("delete from auth.users where id = $1", [tester]);
        const { results, uploaded } = await applicationOf(application);
        expect(results.t1?.note).toBe("By the lake");
        const seen = await db.query(dev, "select 1 from storage.objects where name = $1", [
          `${tester}/${photo.sha256}`,
        ]);
        return [results.t1?.photos?.length ?? 0, uploaded.length, seen.length];
      };
      expect(await deleted("")).toEqual([0, 0, 0]);
      expect(await deleted("returned")).toEqual([0, 0, 0]);
      expect(await deleted("submitted")).toEqual([1, 1, 1]);
      expect(await deleted("accepted")).toEqual([1, 1, 1]);
    });

    test.each<[string, unknown[]]>([
      ["six photos", Array.from({ length: 6 }, () => photoOf())],
      ["a video", [photoOf({ type: "video/mp4" })]],
      ["a path", [{ ...photoOf(), path: "x" }]],
    ])("B16 V5 rejects %s", async (_, photos) => {
      const { tester, application } = await tested(demanding({ photo: true }));
      await expect(
        db.update(tester, "applications", application, { results: { t1: { ...done(), photos } } }),
      ).rejects.toEqual(rejection("23514"));
    });
  });

  test.each<[string, ReturnType<typeof demanding>, Partial<TaskResult>, Partial<TaskResult>]>([
    ["a photo", demanding({ photo: true }), { photos: [] }, { photos: [photoOf()] }],
    ["a launch code", demanding({ code: true }), { code: "" }, { code: "any" }],
    ["the minimum time", demanding({ minutes: 10 }), { minutes: 9 }, { minutes: 10 }],
  ])("B16 a task that demands %s is not done without it, unless it is blocked", async (_, task, without, withIt) => {
    const { tester, application } = await tested(task);
    await answer(tester, application, { t1: done({ ...without, state: "done" }) });
    await expect(submit(tester, application)).rejects.toEqual(rejection("answer_required"));
    await answer(tester, application, { t1: done(withIt) });
    await submit(tester, application);
    const second = await tested(task);
    await answer(second.tester, second.application, { t1: done({ ...without, state: "blocked" }) });
    await submit(second.tester, second.application);
  });
});
