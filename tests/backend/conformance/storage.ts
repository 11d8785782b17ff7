// storage-api (github.com/supabase/storage) at /storage/v1: reading, listing, copying and buckets.
// Client errors have status 400, and the real one in the body's `statusCode` (its
// StorageBackendError).
import { absent, aString, type Case, oneOf } from "./case.ts";
import { bucket } from "./project.ts";

const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const rejected = (statusCode: string, error: string) => ({ status: 400, body: { statusCode, error } });
const object = (path: string, prefix = "") => `/storage/v1/object/${prefix}${bucket}/${path}`;
const jsonOf = (answer: { status: number; body: unknown }) => ({ status: answer.status, body: answer.body });

export const storageCases: readonly Case[] = [
  {
    title: "list() gives folders as rows without an id, then files",
    secret: true,
    async ask({ person, stored, run }) {
      for (const name of ["list/b.txt", "list/a.txt", "list/deep/c.txt"]) await stored(name);
      const { client, id } = await person();
      return client.storage.from(bucket).list(`${id}/${run}/list`);
    },
    expected: {
      data: [
        { name: "deep", id: null, metadata: null },
        { name: "a.txt", id: aString, created_at: iso, metadata: { size: 10, mimetype: /^text\/plain/ } },
        { name: "b.txt", id: aString },
      ],
    },
  },
  {
    title: "listV2() gives whole names, a page at a time",
    secret: true,
    async ask({ person, stored, run }) {
      for (const name of ["page/a.txt", "page/deep/b.txt", "page/z.txt"]) await stored(name);
      const { client, id } = await person();
      const files = client.storage.from(bucket);
      const prefix = `${id}/${run}/page/`;
      const first = await files.listV2({ prefix, limit: 2, with_delimiter: true });
      const cursor = first.data?.nextCursor ?? "";
      const second = await files.listV2({ prefix, limit: 2, with_delimiter: true, cursor });
      return { first: first.data, second: second.data };
    },
    expected: {
      first: { hasNext: true, folders: [{ name: /\/page\/deep\/$/ }], objects: [{ name: /\/page\/a\.txt$/ }] },
      second: { hasNext: false, folders: [], objects: [{ name: /\/page\/z\.txt$/ }] },
    },
  },
  {
    title: "an object is read at /object/authenticated/ too, by who may",
    secret: true,
    async ask({ ask, person, stored }) {
      const address = object(await stored("longer.txt", "hello"), "authenticated/");
      return { own: await ask(address, { as: await person() }), nobody: await ask(address) };
    },
    expected: { own: { status: 200, body: "hello" }, nobody: { status: 400, body: { statusCode: "404" } } },
  },
  {
    // storage-api: InfoRenderer.
    title: "info() describes an object",
    secret: true,
    async ask({ person, stored }) {
      const path = await stored("info.txt", "hello");
      return (await person()).client.storage.from(bucket).info(path);
    },
    expected: {
      error: null,
      data: {
        ...{ id: aString, name: /\/info\.txt$/, version: aString, bucketId: bucket, size: 5 },
        ...{ contentType: /^text\/plain/, cacheControl: "max-age=3600", etag: /^"[^"]+"$/ },
        ...{ lastModified: iso, createdAt: iso },
      },
    },
  },
  {
    title: "its wire form has no other members, at both addresses",
    secret: true,
    async ask({ ask, person, stored }) {
      const path = await stored("info-wire.txt", "hello");
      const as = await person();
      const short = await ask(object(path, "info/"), { as });
      const long = await ask(object(path, "info/authenticated/"), { as });
      const names = Object.keys(short.body as object).sort();
      return {
        status: [short.status, long.status],
        names,
        same: JSON.stringify(short.body) === JSON.stringify(long.body),
      };
    },
    expected: {
      status: [200, 200],
      names: oneOf(
        [
          ...["bucket_id", "cache_control", "content_type", "created_at", "etag", "id", "last_modified", "metadata"],
          ...["name", "size", "version"],
        ],
        [
          "bucket_id",
          "cache_control",
          "content_type",
          "created_at",
          "etag",
          "id",
          "last_modified",
          "name",
          "size",
          "version",
        ],
      ),
      same: true,
    },
  },
  {
    title: "info of what is not there, or not to be read, is 404 in 400",
    secret: true,
    async ask({ ask, person, stored }) {
      const { id } = await person();
      const none = await ask(object(`${id}/none.txt`, "info/"), { as: await person() });
      const nobody = await ask(object(await stored("secret.txt"), "info/"));
      const where = await ask("/storage/v1/object/info/no-such-bucket/a.txt", { as: await person() });
      return { none, nobody, where };
    },
    expected: {
      none: rejected("404", "not_found"),
      nobody: { status: 400, body: { statusCode: "404" } },
      where: rejected("404", "Bucket not found"),
    },
  },
  {
    title: "exists() is true or false, and HEAD has the headers without a body",
    secret: true,
    async ask({ ask, person, stored }) {
      const path = await stored("exists.txt", "hello");
      const as = await person();
      const files = as.client.storage.from(bucket);
      const there = await files.exists(path);
      const none = await files.exists(`${as.id}/none.txt`);
      return { there: there.data, none: none.data, head: await ask(object(path), { method: "HEAD", as }) };
    },
    expected: {
      ...{ there: true, none: false },
      head: { status: 200, body: "", headers: { "content-length": "5", etag: /^"/, "content-type": /^text\/plain/ } },
    },
  },
  {
    title: "a download answers 304 to the ETag that it gave, and only to that",
    secret: true,
    async ask({ ask, person, stored }) {
      const address = object(await stored("etag.txt", "hello"));
      const as = await person();
      const etag = (await ask(address, { as })).headers.etag ?? "";
      const same = await ask(address, { as, headers: { "if-none-match": etag } });
      const other = await ask(address, { as, headers: { "if-none-match": '"another"' } });
      return { same, other };
    },
    expected: { same: { status: 304, body: "" }, other: { status: 200, body: "hello" } },
  },
  {
    title: "download= saves it, under a name if there is one",
    secret: true,
    async ask({ ask, person, stored }) {
      const address = object(await stored("download.txt", "hello"));
      const as = await person();
      const plain = await ask(`${address}?download=`, { as });
      const named = await ask(`${address}?download=${encodeURIComponent("año.txt")}`, { as });
      return { plain: plain.headers, named: named.headers };
    },
    expected: {
      plain: { "content-disposition": /^attachment;?$/ },
      named: { "content-disposition": /^attachment;.*filename\*=UTF-8''a%C3%B1o\.txt$/ },
    },
  },
  {
    title: "a part of an object is 206",
    secret: true,
    ask: async ({ ask, person, stored }) =>
      ask(object(await stored("range.txt", "hello")), { as: await person(), headers: { range: "bytes=1-2" } }),
    expected: { status: 206, body: "el", headers: { "content-range": "bytes 1-2/5" } },
  },
  {
    // storage-api: the route /copy.
    title: "copy() gives the new path with its bucket, and describes the copy",
    secret: true,
    async ask({ ask, person, stored }) {
      const sourceKey = await stored("copied.txt", "hello");
      const as = await person();
      const json = { bucketId: bucket, sourceKey, destinationKey: sourceKey.replace("copied", "copy") };
      const first = await ask("/storage/v1/object/copy", { as, json });
      const again = await ask("/storage/v1/object/copy", { as, json });
      const none = await ask("/storage/v1/object/copy", { as, json: { ...json, sourceKey: `${as.id}/none.txt` } });
      const nobody = await ask("/storage/v1/object/copy", { json: { ...json, destinationKey: `${as.id}/stolen.txt` } });
      return { first, again: jsonOf(again), none: jsonOf(none), nobody: nobody.status };
    },
    expected: {
      first: {
        status: 200,
        body: { Id: aString, Key: new RegExp(`^${bucket}/.*/copy\\.txt$`), id: aString, bucket_id: bucket },
      },
      again: rejected("409", "Duplicate"),
      none: rejected("404", "not_found"),
      nobody: 400,
    },
  },
  {
    title: "move() says so, and the object has the new name alone",
    secret: true,
    async ask({ person, stored }) {
      const from = await stored("moved.txt", "hello");
      const files = (await person()).client.storage.from(bucket);
      const to = from.replace("moved", "new-name");
      const moved = await files.move(from, to);
      return { moved: moved.data, old: (await files.exists(from)).data, new: (await files.exists(to)).data };
    },
    expected: { moved: { message: "Successfully moved" }, old: false, new: true },
  },
  {
    title: "remove() gives what it removed, and not what is not there",
    secret: true,
    async ask({ person, stored }) {
      const path = await stored("removed.txt");
      const { client, id } = await person();
      return client.storage.from(bucket).remove([path, `${id}/none.txt`]);
    },
    expected: { error: null, data: [{ name: /removed\.txt$/, bucket_id: bucket }] },
  },
  {
    // storage-api: parseFileSizeToBytes.
    title: "a bucket's file_size_limit can be a text, which is made bytes and holds",
    secret: true,
    async ask({ ask, service, run }) {
      const id = `${run}-sized`;
      const { data: made, error } = await service.storage.createBucket(id, { public: false, fileSizeLimit: "1KB" });
      const first = (await service.storage.getBucket(id)).data?.file_size_limit;
      const large = await ask(`/storage/v1/object/${id}/a.txt`, {
        ...{ as: "service", headers: { "content-type": "text/plain" }, body: "x".repeat(1001) },
      });
      await service.storage.updateBucket(id, { public: false, fileSizeLimit: "1.5MB" });
      const second = (await service.storage.getBucket(id)).data?.file_size_limit;
      await service.storage.deleteBucket(id);
      return { made, error, first, large: jsonOf(large), second };
    },
    expected: {
      ...{ made: { name: /-sized$/ }, error: null, first: 1000, second: 1_500_000 },
      large: rejected("413", "Payload too large"),
    },
  },
  {
    title: "a file_size_limit that is no size is 400, and makes no bucket",
    secret: true,
    async ask({ ask, service, run }) {
      const id = `${run}-unsized`;
      const json = { id, name: id, public: false, file_size_limit: "20 elephants" };
      const rejection = await ask("/storage/v1/bucket", { as: "service", json });
      return { rejection: jsonOf(rejection), bucket: (await service.storage.getBucket(id)).data };
    },
    expected: {
      rejection: {
        status: 400,
        body: { statusCode: "400", message: "Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B" },
      },
      bucket: null,
    },
  },
  {
    title: "a bucket that is not there is 404 in 400, one that is there 409",
    secret: true,
    async ask({ ask, service, run }) {
      const id = `${run}-twice`;
      await service.storage.createBucket(id, { public: false });
      const again = await ask("/storage/v1/bucket", { as: "service", json: { id, name: id, public: false } });
      await service.storage.deleteBucket(id);
      const none = await ask(`/storage/v1/bucket/${id}`, { as: "service" });
      return { again: jsonOf(again), none: jsonOf(none) };
    },
    expected: { again: rejected("409", "Duplicate"), none: rejected("404", "Bucket not found") },
  },
  {
    title: "an address of another server's signature is 400 InvalidJWT",
    ask: ({ ask }) => ask(`${object("a.txt", "sign/")}?token=a.b.c`),
    expected: { status: 400, body: { statusCode: "400", error: "InvalidJWT", data: absent } },
  },
];
