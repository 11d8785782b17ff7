// storage-api (github.com/supabase/storage) on uploads. Keys: its isValidKey; uploads without a
// length: its fileUploadFromRequest.
import { aString, type Case, oneOf } from "./case.ts";
import { bucket, type Project } from "./project.ts";

const rejected = (statusCode: string, error: string) => ({ status: 400, body: { statusCode, error } });

/** A body in parts without a Content-Length. */
const chunked = (parts: readonly string[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
      controller.close();
    },
  });
const upload = async ({ ask, person, run }: Project, name: string, body: BodyInit, headers = {}) => {
  const as = await person();
  const path = `${as.id}/${run}/${name}`;
  return ask(`/storage/v1/object/${bucket}/${path}`, {
    as,
    body,
    headers: { "content-type": "text/plain", ...headers },
  });
};

export const uploadCases: readonly Case[] = [
  {
    title: "an upload gives the object's id and its path with the bucket",
    secret: true,
    ask: (project) => upload(project, "sent.txt", "hello"),
    expected: { status: 200, body: { Id: aString, Key: new RegExp(`^${bucket}/.*/sent\\.txt$`) } },
  },
  {
    title: "a second one of the same name is 409 in 400, unless x-upsert is true",
    secret: true,
    async ask(project) {
      await project.stored("again.txt");
      const plain = await upload(project, "again.txt", "second");
      const upsert = await upload(project, "again.txt", "third", { "x-upsert": "true" });
      return { plain, upsert: upsert.status };
    },
    expected: { plain: rejected("409", "Duplicate"), upsert: 200 },
  },
  {
    title: "a chunked upload without a length is stored whole",
    secret: true,
    async ask(project) {
      const sent = await upload(project, "chunked.txt", chunked(["hel", "lo"]));
      const as = await project.person();
      const read = await project.ask(`/storage/v1/object/${bucket}/${as.id}/${project.run}/chunked.txt`, { as });
      const { data } = await as.client.storage.from(bucket).info(`${as.id}/${project.run}/chunked.txt`);
      return { sent: sent.status, read: read.body, size: data?.size };
    },
    expected: { sent: 200, read: "hello", size: 5 },
  },
  {
    title: "a chunked upload beyond the bucket's limit is 413 in 400, and nothing is stored of it",
    secret: true,
    async ask({ ask, service, run }) {
      const id = `${run}-chunks`;
      await service.storage.createBucket(id, { public: false, fileSizeLimit: 1000 });
      const sent = await ask(`/storage/v1/object/${id}/a.txt`, {
        as: "service",
        headers: { "content-type": "text/plain" },
        body: chunked(["x".repeat(600), "x".repeat(600)]),
      });
      const left = (await service.storage.from(id).list()).data;
      await service.storage.deleteBucket(id);
      return { sent, left };
    },
    expected: { sent: rejected("413", "Payload too large"), left: [] },
  },
  {
    title: "a form is stored with the type of its file",
    secret: true,
    async ask({ person, run }) {
      const { client, id } = await person();
      const files = client.storage.from(bucket);
      const form = new FormData();
      form.append("cacheControl", "60");
      form.append("", new Blob(["hello"], { type: "text/csv" }));
      const { error } = await files.upload(`${id}/${run}/form.csv`, form);
      return { error, info: (await files.info(`${id}/${run}/form.csv`)).data };
    },
    expected: { error: null, info: { size: 5, contentType: "text/csv", cacheControl: "max-age=60" } },
  },
  ...["%25.txt", "a%23b.txt", "%C3%A4.txt", "a%7Bb%7D.txt"].map(
    (name): Case => ({
      title: `an invalid key is 400 InvalidKey: ${decodeURIComponent(name)}`,
      secret: true,
      ask: (project) => upload(project, name, "hello"),
      expected: rejected("400", "InvalidKey"),
    }),
  ),
  {
    title: "an invalid key is 400 in a move and a copy",
    secret: true,
    async ask({ ask, person, stored }) {
      const sourceKey = await stored("invalid.txt");
      const as = await person();
      const json = { bucketId: bucket, sourceKey, destinationKey: `${as.id}/%.txt` };
      const move = await ask("/storage/v1/object/move", { as, json });
      const copy = await ask("/storage/v1/object/copy", { as, json });
      return { move, copy };
    },
    expected: { move: rejected("400", "InvalidKey"), copy: rejected("400", "InvalidKey") },
  },
  {
    title: "a type that the bucket does not take is 415 in 400",
    secret: true,
    ask: (project) => upload(project, "page.html", "<p>", { "content-type": "text/html" }),
    expected: rejected("415", "invalid_mime_type"),
  },
  {
    title: "a bucket that is not there is 404 in 400",
    secret: true,
    ask: async ({ ask, person }) =>
      ask("/storage/v1/object/no-such-bucket/a.txt", {
        ...{ as: await person(), body: "hello", headers: { "content-type": "text/plain" } },
      }),
    expected: rejected("404", "Bucket not found"),
  },
  {
    title: "another person's folder is 403 in 400",
    secret: true,
    ask: async ({ ask, person }) =>
      ask(`/storage/v1/object/${bucket}/00000000-0000-4000-8000-000000000000/a.txt`, {
        ...{ as: await person(), body: "hello", headers: { "content-type": "text/plain" } },
      }),
    expected: rejected("403", "Unauthorized"),
  },
  {
    title: "an address to upload to takes one file, and not a forged one",
    secret: true,
    async ask({ ask, person, run }) {
      const { client, id } = await person();
      const files = client.storage.from(bucket);
      const path = `${id}/${run}/signed.txt`;
      const { data, error } = await files.createSignedUploadUrl(path);
      if (error) throw error;
      const file = new Blob(["hello"], { type: "text/plain" });
      const sent = await files.uploadToSignedUrl(path, data.token, file);
      const forged = await ask(`/storage/v1/object/upload/sign/${bucket}/${path}?token=a.b.c`, {
        ...{ method: "PUT", body: "hello", headers: { "content-type": "text/plain" } },
      });
      return { sent: sent.data, forged };
    },
    expected: {
      sent: { path: /signed\.txt$/, fullPath: new RegExp(`^${bucket}/`) },
      forged: { status: 400, body: { statusCode: "400", error: oneOf("InvalidJWT", "InvalidUploadSignature") } },
    },
  },
];
