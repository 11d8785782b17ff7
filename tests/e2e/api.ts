// What a story needs and does not show: people and rows made through the product's own API, as each
// of them, under row level security. Never as the database's owner: what the API refuses must not
// be assumed by a story.
import { expect } from "playwright/test";
import { password } from "./people.ts";
import type { Product } from "./server.ts";

export interface ApiPerson {
  id: string;
  email: string;
  insert(table: string, row: object): Promise<void>;
  upload(bucket: string, path: string, bytes: Uint8Array<ArrayBuffer>, type: string): Promise<void>;
  patch(table: string, id: string, change: object): Promise<void>;
  /** @param filter as PostgREST reads it */
  patchWhere(table: string, filter: string, change: object): Promise<void>;
}

export async function signUpByApi(
  product: Pick<Product, "url">,
  name: string,
  role: "tester" | "developer",
): Promise<ApiPerson> {
  const email = `${name.toLowerCase().replaceAll(" ", ".")}@example.test`;
  const key = { apikey: "sb_publishable_local", "content-type": "application/json" };
  const answer = await fetch(`${product.url}/auth/v1/signup`, {
    method: "POST",
    headers: key,
    body: JSON.stringify({ email, password, data: { name, role } }),
  });
  const session = (await answer.json()) as { access_token: string; user: { id: string } };
  expect(answer.ok, JSON.stringify(session)).toBe(true);
  const call = async (method: string, path: string, body: object) => {
    const done = await fetch(`${product.url}/rest/v1/${path}`, {
      method,
      headers: { ...key, authorization: `Bearer ${session.access_token}`, prefer: "return=minimal" },
      body: JSON.stringify(body),
    });
    expect(done.ok, `${method} ${path}: ${await done.text()}`).toBe(true);
  };
  return {
    id: session.user.id,
    email,
    async upload(bucket, path, bytes, type) {
      const done = await fetch(`${product.url}/storage/v1/object/${bucket}/${path}`, {
        method: "POST",
        headers: { ...key, authorization: `Bearer ${session.access_token}`, "content-type": type },
        body: bytes,
      });
      expect(done.ok, `${bucket}/${path}: ${await done.text()}`).toBe(true);
    },
    insert: (table, row) => call("POST", table, row),
    patchWhere: (table, filter, change) => call("PATCH", `${table}?${filter}`, change),
    patch: (table, id, change) => call("PATCH", `${table}?id=eq.${id}`, change),
  };
}

export const inDays = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10);
