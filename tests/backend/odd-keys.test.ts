import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ListeningBackend } from "../../supabase/local/backend.ts";
import { ask, described, setUpUploader, type Uploader } from "../fixtures/backend/api.ts";
import { startOwnBackend } from "../fixtures/backend/own-backend.ts";

let backend: ListeningBackend;
let own: Uploader;
beforeAll(async () => {
  backend = await startOwnBackend({ schedule: false, limitAddresses: false });
  own = await setUpUploader(backend);
}, 120_000);
afterAll(() => backend?.stop());

const names = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"];
const functionsOf = ["api", "auth", "builds", "health", "install", "mail", "pages", "push", "storage"];

test("V5 such a name is an unknown action, path or method in every function", async () => {
  for (const name of names)
    for (const each of functionsOf)
      for (const method of ["GET", "POST"]) {
        const answer = await fetch(`${backend.url}/functions/v1/${each}/${name}`, {
          method,
          headers: { apikey: backend.publishableKey, authorization: `Bearer ${own.person.token}` },
          ...(method === "POST" ? { body: JSON.stringify({ action: name }) } : {}),
        });
        // 501: the feature is not set up in this test.
        expect([each, name, method, answer.status === 501 || answer.status < 500]).toEqual([each, name, method, true]);
        if (each === "install") expect(answer.status).toBe(404);
      }
});

test("V5 a file with such an extension is of an unknown kind", async () => {
  for (const name of names) {
    const form = new FormData();
    form.append("file", new File(["plain text"], `notes.${name}`));
    const stored = await fetch(`${backend.url}/functions/v1/storage/upload`, {
      method: "POST",
      headers: { apikey: backend.publishableKey, authorization: `Bearer ${own.person.token}` },
      body: form,
    });
    expect([name, stored.status]).toEqual([name, 200]);
    expect(await stored.json()).toMatchObject({ file: { contentType: "application/octet-stream" } });
    const made = await ask(`${backend.url}/api/v1`, `/apps/${own.app}/releases`, {
      ...{ token: own.token, headers: { "idempotency-key": randomUUID() } },
      body: described(new TextEncoder().encode(name), { file_name: `build.${name}` }),
    });
    expect([name, made.status]).toEqual([name, 201]);
    expect(made.body).toMatchObject({ file: { content_type: "application/octet-stream" } });
  }
});

test("V5 rejects rows and columns with such names, and uses no inherited default", async () => {
  for (const name of names) {
    const answer = await fetch(`${backend.url}/rest/v1/apps?columns=id,${name}&select=${name}`, {
      method: "POST",
      headers: {
        ...{ apikey: backend.publishableKey, authorization: `Bearer ${own.person.token}` },
        ...{ "content-type": "application/json", prefer: "missing=default" },
      },
      body: `{"id": "${randomUUID()}"}`,
    });
    expect([name, answer.status >= 400 && answer.status < 500]).toEqual([name, true]);
  }
});
