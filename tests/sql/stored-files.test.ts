import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ruleEngines } from "../fixtures/engines.ts";
import type { TestDatabase } from "../fixtures/sql/database.ts";
import { rejection } from "../fixtures/sql/rejection.ts";
import { apply, campaign, newApp, person, report } from "../fixtures/sql/rows.ts";
import { setUpDatabase, setUpPerson } from "../fixtures/sql/scenario.ts";
import { pullRows } from "../fixtures/sql/sync-calls.ts";

/**
 * Deletes an object as the storage service does.
 * @returns the names of deleted objects
 */
const removed = (db: TestDatabase, who: string, name: string) =>
  db.as(who, async (session) => {
    await session.query("select set_config('storage.allow_delete_query', 'true', true)");
    const rows = await session.query<{ name: string }>("delete from storage.objects where name = $1 returning name", [
      name,
    ]);
    return rows.map((row) => row.name);
  });

describe.each(ruleEngines)("%s", (kind) => {
  const db = setUpDatabase(kind);
  const dev = setUpPerson(db, "developer");
  const admin = setUpPerson(db, "admin");

  describe("files", () => {
    const put = (who: string | null, bucket: string, name: string, size = 3) =>
      db.query(who, "insert into storage.objects (bucket_id, name, metadata) values ($1, $2, $3::jsonb)", [
        bucket,
        name,
        JSON.stringify({ size }),
      ]);
    const sees = async (who: string | null, name: string) =>
      (await db.query(who, "select 1 from storage.objects where name = $1", [name])).length === 1;

    test("P4 own folder only, each bucket's readers, admins all", async () => {
      const tester = await person(db, "tester");
      const other = await person(db, "tester");
      for (const bucket of ["attachments", "avatars"]) await put(tester, bucket, `${tester}/${bucket}`);
      await db.owner("insert into storage.objects (bucket_id, name) values ('files', $1)", [`${tester}/files`]);
      for (const [who, bucket, name] of [
        // Only the function `storage` writes here, after it has checked the user's quota.
        [tester, "files", `${tester}/x`],
        [tester, "attachments", `${other}/x`],
        [tester, "attachments", "x"],
        [tester, "attachments", `${tester}/../${other}/x`],
        [tester, "releases", `${tester}/x`],
        [tester, "app-content", `${tester}/x`],
        [null, "files", "x"],
        [null, "avatars", `${tester}/y`],
      ] as const) {
        await expect(put(who, bucket, name)).rejects.toMatchObject({ sqlstate: "42501" });
      }
      expect(await sees(other, `${tester}/files`)).toBe(false);
      expect(await sees(other, `${tester}/attachments`)).toBe(false);
      // The bucket is public: readable by address without a policy, but not listable.
      for (const who of [null, other]) expect(await sees(who, `${tester}/avatars`)).toBe(false);
      expect(await sees(admin, `${tester}/files`)).toBe(true);
      expect(
        await db.query(other, "update storage.objects set name = $1 where name = $2 returning id", [
          `${other}/mine`,
          `${tester}/attachments`,
        ]),
      ).toEqual([]);
      expect(await removed(db, other, `${tester}/files`)).toEqual([]);
      await expect(
        db.query(tester, "update storage.objects set name = $1 where name = $2", [
          `${other}/x`,
          `${tester}/attachments`,
        ]),
      ).rejects.toMatchObject({ sqlstate: "42501" });
      await db.owner("update public.profiles set status = 'suspended' where id = $1", [other]);
      await expect(put(other, "attachments", `${other}/x`)).rejects.toMatchObject({ sqlstate: "42501" });
    });

    test("S22 P4 a stored file is an object and a row together; name, space and quota are reserved first", async () => {
      const reserve = async (name: string, size = 3, who = dev) => {
        const [row] = await db.query<{ id: string }>(who, "select public.storage_reserve($1, $2, 'text/plain') as id", [
          name,
          size,
        ]);
        return row?.id ?? "";
      };
      const store = (id: string, who = dev, metadata: object | null = null) =>
        db.owner("insert into storage.objects (bucket_id, name, metadata) values ('files', $1, $2::jsonb)", [
          `${who}/${id}`,
          metadata && JSON.stringify(metadata),
        ]);
      const row = async (id: string) =>
        (
          await db.owner("select owner_id, file_name, size_bytes::int, _deleted from public.files where id = $1", [id])
        )[0];
      const id = await reserve("docs/Größe 测试.txt", 5);
      expect(await row(id)).toBeUndefined();
      // The first attempt was interrupted: the second replaces it, and the first can no longer
      // finish.
      const cut = await reserve("docs/cut.txt");
      const second = await reserve("docs/cut.txt");
      await expect(store(cut)).rejects.toEqual(rejection("wrong_state"));
      await store(second);
      await store(id);
      const file = { owner_id: dev, file_name: "docs/Größe 测试.txt", size_bytes: 5, _deleted: false };
      expect(await row(id)).toEqual(file);
      await expect(reserve("docs/Größe 测试.txt")).rejects.toEqual(rejection("duplicate"));
      // Reserves the maximum size; the row has the real one.
      const smaller = await reserve("docs/smaller.txt", 500);
      await store(smaller, dev, { size: 20 });
      expect(await row(smaller)).toMatchObject({ size_bytes: 20 });
      // Another user's reservation is not taken.
      const other = await reserve("other.txt");
      await expect(store(other, admin)).rejects.toEqual(rejection("wrong_state"));
      expect(await row(other)).toBeUndefined();
      for (const name of [
        "",
        "/x",
        "x/",
        "a//b",
        "../x",
        "a/../b",
        "a\\b",
        " x",
        "a\nb",
        "x".repeat(256),
        `${"y/".repeat(200)}z`,
      ]) {
        await expect(reserve(name), name).rejects.toEqual(rejection("invalid"));
      }
      await reserve("n".repeat(255));
      await expect(reserve("empty.txt", 0)).rejects.toEqual(rejection("invalid"));
      await expect(reserve("large.bin", 1_073_741_824)).rejects.toEqual(rejection("quota"));
      await db.withoutMoves(
        "insert into public.files (id, owner_id, file_name) select gen_random_uuid(), $1, 'many/' || n from generate_series(1, 10000) n",
        [dev],
      );
      await expect(reserve("one-more.txt", 1)).rejects.toEqual(rejection("quota"));
      await db.withoutMoves("delete from public.files where file_name like 'many/%' and owner_id = $1", [dev]);
      await expect(reserve("x", 3, await person(db, "tester"))).rejects.toEqual(rejection("forbidden"));
      expect(await removed(db, dev, `${dev}/${id}`)).toEqual([`${dev}/${id}`]);
      expect(await row(id)).toEqual({ ...file, _deleted: true });
    });

    test("P4 an organization has its own File Storage with its own quota, open by role", async () => {
      const [reviewer, outsider] = [await person(db, "developer"), await person(db, "developer")];
      const org = randomUUID();
      await db.query(dev, "select public.create_organization($1, 'The Team')", [org]);
      await db.owner("insert into public.organization_members (org_id, user_id, role) values ($1, $2, 'reviewer')", [
        org,
        reviewer,
      ]);
      const reserve = async (who: string, owner: string | null, name = "team.txt", size = 3) =>
        (
          await db.query<{ id: string }>(who, "select public.storage_reserve($1, $2, 'text/plain', $3) as id", [
            name,
            size,
            owner,
          ])
        )[0]?.id ?? "";
      const id = await reserve(dev, org);
      await db.owner("insert into storage.objects (bucket_id, name) values ('files', $1)", [`${org}/${id}`]);
      const rows = async (who: string) => (await pullRows(db, who, "files")).filter((row) => row.id === id).length;
      expect([await rows(dev), await rows(reviewer), await rows(outsider)]).toEqual([1, 1, 0]);
      expect([await sees(reviewer, `${org}/${id}`), await sees(outsider, `${org}/${id}`)]).toEqual([true, false]);
      // The same name in the user's own storage; and a gigabyte of space in each.
      await reserve(dev, null);
      await reserve(dev, org, "large.bin", 1_073_741_824 - 3);
      await expect(reserve(dev, org, "more.bin")).rejects.toEqual(rejection("quota"));
      await expect(reserve(reviewer, org, "x")).rejects.toEqual(rejection("not_allowed"));
      for (const strange of [org, randomUUID()])
        await expect(reserve(outsider, strange, "x")).rejects.toEqual(rejection("forbidden"));
      await expect(reserve(admin, org, "x")).rejects.toEqual(rejection("forbidden"));
      // A member who leaves loses access.
      await db.owner("delete from public.organization_members where org_id = $1 and user_id = $2", [org, reviewer]);
      expect([await rows(reviewer), await sees(reviewer, `${org}/${id}`)]).toEqual([0, false]);
    });

    test("P4 S11 a report's files open to its developer once it is sent, and are marked as arrived when complete", async () => {
      const tester = await person(db, "tester");
      const otherDev = await person(db, "developer");
      const id = await campaign(db, dev);
      await apply(db, id, tester);
      const sha256 = "a".repeat(64);
      const file = {
        id: randomUUID(),
        name: "photo.jpg",
        type: "image/jpeg",
        size: 3,
        sha256,
        width: null,
        height: null,
      };
      const r = await report(db, id, tester, { status: "draft", attachments: [file] });
      const name = `${tester}/${sha256}`;
      const arrived = async (who: string, attachment = file.id) =>
        (await db.query<{ yes: boolean }>(who, "select public.attachment_arrived($1, $2) as yes", [r, attachment]))[0]
          ?.yes;
      expect(await arrived(tester)).toBe(false);
      await put(tester, "attachments", name, 2);
      expect(await arrived(tester)).toBe(false);
      await db.owner(`update storage.objects set metadata = '{"size": 3}' where name = $1`, [name]);
      expect(await arrived(tester)).toBe(true);
      expect(await arrived(tester)).toBe(true);
      expect(await db.row("feedback", r)).toMatchObject({ uploaded: [file.id] });
      await expect(arrived(dev)).rejects.toEqual(rejection("forbidden"));
      await expect(arrived(tester, randomUUID())).rejects.toEqual(rejection("invalid"));
      expect(await sees(dev, name)).toBe(false);
      await db.update(tester, "feedback", r, { status: "submitted" });
      expect(await sees(dev, name)).toBe(true);
      expect(await sees(otherDev, name)).toBe(false);
    });

    test("P4 a build opens with the release that names it, and a release names files of its own developer only", async () => {
      const tester = await person(db, "tester");
      const otherDev = await person(db, "developer");
      const app = randomUUID();
      const release = randomUUID();
      const name = `${dev}/${release}.apk`;
      await put(dev, "releases", name);
      await db.insert(dev, "apps", { id: app, developer_id: dev, title: "App", description: "An app" });
      await db.insert(dev, "releases", { id: release, app_id: app, developer_id: dev, version: "1", file_path: name });
      await db.owner("update public.releases set checked_at = now() where id = $1", [release]);
      expect([await sees(dev, name), await sees(tester, name), await sees(null, name)]).toEqual([true, false, false]);
      const id = await campaign(db, dev);
      await db.update(dev, "briefs", id, { release_id: release });
      await apply(db, id, tester);
      expect([await sees(tester, name), await sees(null, name)]).toEqual([true, false]);
      const theirs = randomUUID();
      await db.insert(otherDev, "apps", { id: theirs, developer_id: otherDev, title: "App", description: "An app" });
      await expect(
        db.insert(otherDev, "releases", {
          id: randomUUID(),
          app_id: theirs,
          developer_id: otherDev,
          version: "1",
          file_path: name,
        }),
      ).rejects.toMatchObject({ code: "invalid" });
      await db.update(dev, "releases", release, { status: "published" });
      expect(await sees(null, name)).toBe(false);
      await db.update(dev, "apps", app, { status: "published" });
      const everybody = async () => [await sees(dev, name), await sees(tester, name), await sees(null, name)];
      expect(await everybody()).toEqual([true, true, true]);
      // Unpublished: the app for users outside its tests, the release for all.
      await db.update(dev, "apps", app, { status: "unpublished" });
      expect(await everybody()).toEqual([true, true, false]);
      await db.update(dev, "apps", app, { status: "published" });
      await db.update(dev, "releases", release, { status: "withdrawn" });
      expect(await everybody()).toEqual([true, false, false]);
    });

    test("P4 a row names pictures in its writer's folder only, so no user can block another from removing theirs", async () => {
      const otherDev = await person(db, "developer");
      const pictures = await Promise.all(
        ["icon.png", "screen.png"].map(async (file) => {
          await put(dev, "app-content", `${dev}/${file}`);
          return `${dev}/${file}`;
        }),
      );
      const [icon = "", screen = ""] = pictures;
      const mine = await newApp(db, dev, { icon_path: icon, screenshots: [screen] });
      const theirs = await newApp(db, otherDev, {
        icon_path: `${otherDev}/own.png`,
        screenshots: [`${otherDev}/own.png`],
      });
      for (const change of [
        { icon_path: icon },
        { screenshots: [screen] },
        { screenshots: [`${otherDev}/own.png`, screen] },
      ]) {
        await expect(newApp(db, otherDev, change)).rejects.toEqual(rejection("invalid"));
        await expect(db.update(otherDev, "apps", theirs, change)).rejects.toEqual(rejection("invalid"));
      }
      await expect(db.update(otherDev, "profiles", otherDev, { avatar_path: icon })).rejects.toMatchObject({
        sqlstate: "23514",
      });
      const logo = db.query(otherDev, "select public.change_organization($1, $2::jsonb)", [
        otherDev,
        JSON.stringify({ logo_path: icon }),
      ]);
      await expect(logo).rejects.toEqual(rejection("invalid"));
      const branding = db.query(
        admin,
        `update public.settings set "values" = "values" || jsonb_build_object('logo_path', $1::text) where section = 'branding'`,
        [`${dev}/${"a".repeat(64)}.png`],
      );
      await expect(branding).rejects.toEqual(rejection("invalid"));
      // A colleague keeps the existing pictures and adds pictures from the colleague's folder.
      await db.owner("insert into public.organization_members (org_id, user_id, role) values ($1, $2, 'manager')", [
        ...[dev, otherDev],
      ]);
      expect(await db.update(otherDev, "apps", mine, { screenshots: [`${otherDev}/own.png`, screen] })).toBe(1);
      await db.owner("delete from public.organization_members where org_id = $1 and user_id = $2", [dev, otherDev]);
      for (const name of pictures) expect(await removed(db, dev, name)).toEqual([name]);
    });

    test.each([
      ["no list", {}],
      ["no checksum", [{ id: randomUUID(), name: "a", type: "b", size: 1, sha256: "x", width: null, height: null }]],
      [
        "too large",
        [
          {
            id: randomUUID(),
            name: "a",
            type: "b",
            size: 52_428_801,
            sha256: "a".repeat(64),
            width: null,
            height: null,
          },
        ],
      ],
      ["no id", [{ id: "x", name: "a", type: "b", size: 1, sha256: "a".repeat(64), width: null, height: null }]],
      [
        "too many",
        Array.from({ length: 21 }, () => ({
          id: randomUUID(),
          name: "a",
          type: "b",
          size: 1,
          sha256: "a".repeat(64),
          width: null,
          height: null,
        })),
      ],
    ])("V5 a report's list of files is rejected when it is: %s", async (_, attachments) => {
      const tester = await person(db, "tester");
      const id = await campaign(db, dev);
      await apply(db, id, tester);
      await expect(report(db, id, tester, { status: "draft", attachments })).rejects.toMatchObject({
        sqlstate: "23514",
      });
    });
  });
});
