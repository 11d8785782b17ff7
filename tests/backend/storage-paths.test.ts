// Rows with paths outside of their folder, stored without column checks: no function follows such a
// path.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ListeningBackend } from "../../supabase/local/backend.ts";
import { ask, setUpUploader, type Uploader } from "../fixtures/backend/api.ts";
import { startOwnBackend } from "../fixtures/backend/own-backend.ts";
import { hostilePaths } from "../fixtures/hostile-paths.ts";
import { long } from "../fixtures/long.ts";

let backend: ListeningBackend;
let own: Uploader;
let release: string;

beforeAll(async () => {
  backend = await startOwnBackend({ schedule: false, limitAddresses: false });
  own = await setUpUploader(backend);
  release = randomUUID();
  const { error } = await own.person.client.from("releases").insert({
    ...{ id: release, app_id: own.app, developer_id: own.person.id, version: "1", file_name: "a.zip" },
    ...{ file_path: `${own.person.id}/${"a".repeat(64)}`, size_bytes: 3, sha256: "a".repeat(64) },
  });
  if (error) throw error;
  const kept = await own.person.client.storage.from("attachments").upload(`${own.person.id}/kept.txt`, "kept", {
    contentType: "text/plain",
  });
  if (kept.error) throw kept.error;
}, 120_000);
afterAll(() => backend?.stop());

const objects = () => backend.sql("select bucket_id, name from storage.objects order by 1, 2");
const buckets = () => backend.sql("select id from storage.buckets order by 1");
const usable = (path: string) => path !== "" && !path.includes("\0") && path.isWellFormed();

describe("a draft whose file_path points elsewhere", () => {
  test("P2 no client can write one, by REST or by a push", long, async () => {
    const { client, id } = own.person;
    for (const path of hostilePaths(id).filter(usable)) {
      for (const [table, row, change] of [
        ["releases", release, { file_path: path }],
        ["apps", own.app, { icon_path: path }],
        ["apps", own.app, { screenshots: [path] }],
        ["profiles", id, { avatar_path: path }],
      ] as const) {
        const { error } = await client.from(table).update(change).eq("id", row);
        expect([table, path, error?.code]).toEqual([table, path, expect.stringMatching(/^(23514|PT422)$/)]);
      }
      const { error } = await client.rpc("change_organization", { org_id: own.org, change: { logo_path: path } });
      expect([path, error?.details]).toEqual([path, "invalid"]);
    }
  });

  test("P2 an existing one makes no function call another address", async () => {
    const before = [await objects(), await buckets()];
    await backend.sql("alter table public.releases drop constraint releases_file_path_check");
    for (const path of hostilePaths(own.person.id).filter((path) => usable(path) && path.startsWith(own.person.id))) {
      await backend.sql("update public.releases set file_path = $2 where id = $1", [release, path]);
      const api = `${backend.url}/api/v1`;
      const read = await ask(api, `/apps/${own.app}/releases/${release}`, { token: own.token });
      // A path without a slash after the id belongs to no folder, so the server signs nothing.
      const expected = path.startsWith(`${own.person.id}/`) ? 422 : 200;
      expect([path, read.status]).toEqual([path, expected]);
      if (expected === 422) expect(read.body.type).toBe("urn:betaflock:problem:invalid");
      const link = await fetch(`${backend.url}/functions/v1/install/manifest/${release}?token=a.b.c`);
      expect([path, link.status]).toEqual([path, 422]);
      // 60 calls a minute.
      await backend.sql("delete from private.rate_limits");
    }
    expect([await objects(), await buckets()]).toEqual(before);
  });
});
