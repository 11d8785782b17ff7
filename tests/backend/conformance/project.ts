// The project under test: the embedded backend, or a hosted project with this repository's
// migrations. The suite removes its own data at the end.
import { randomUUID } from "node:crypto";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import ws from "ws";

export interface ProjectAddress {
  url: string;
  key: string;
  secretKey?: string | undefined;
}

interface Answer {
  status: number;
  headers: Record<string, string>;
  /** JSON is parsed, everything else is text. */
  body: unknown;
}

interface Asked {
  method?: string;
  /** Default: the publishable key alone. */
  as?: "service" | Person;
  headers?: Record<string, string>;
  json?: unknown;
  body?: BodyInit;
}

interface Person {
  id: string;
  email: string;
  password: string;
  token: string;
  client: SupabaseClient;
}

export interface Project extends ProjectAddress {
  /** Part of every name that this run creates. */
  run: string;
  ask(path: string, asked?: Asked): Promise<Answer>;
  anon: SupabaseClient;
  /** The client with the secret key. */
  service: SupabaseClient;
  /** Returns this run's user, created on the first call. */
  person(): Promise<Person>;
  /** Returns an address whose account is removed at the end of the run. */
  address(): string;
  /**
   * Stores a text in a private bucket as the user.
   * @returns its path
   */
  stored(name: string, text?: string): Promise<string>;
  end(): Promise<void>;
}

/** A private bucket of the migrations, where users own the folder with their id. */
export const bucket = "attachments";

export function openProject({ url, key, secretKey }: ProjectAddress): Project {
  const run = `conformance-${randomUUID().slice(0, 8)}`;
  const addresses: string[] = [];
  const clientWith = (apikey: string): SupabaseClient =>
    createClient(url, apikey, {
      auth: { persistSession: false, autoRefreshToken: false },
      realtime: { transport: ws as unknown as typeof WebSocket },
    });
  const anon = clientWith(key);
  const service = clientWith(secretKey ?? key);

  const address = (): string => {
    addresses.push(`${run}-${addresses.length}@example.com`);
    return addresses.at(-1) as string;
  };
  async function makePerson(): Promise<Person> {
    const email = address();
    const password = `${randomUUID()}Aa1!`;
    const made = await service.auth.admin.createUser({
      ...{ email, password, email_confirm: true, user_metadata: { name: "Conny Conformance" } },
    });
    if (made.error) throw made.error;
    const client = clientWith(key);
    const { data, error } = await client.auth.signInWithPassword({ email, password });
    if (error) throw error;
    return { id: data.user.id, email, password, token: data.session.access_token, client };
  }
  let made: Promise<Person> | undefined;
  const person = (): Promise<Person> => {
    made ??= makePerson();
    return made;
  };

  async function removeFiles({ id }: Person, folder = id): Promise<void> {
    const { data } = await service.storage.from(bucket).list(folder, { limit: 1000 });
    const files = (data ?? []).filter((each) => each.id !== null).map(({ name }) => `${folder}/${name}`);
    if (files.length > 0) await service.storage.from(bucket).remove(files);
    for (const each of data ?? []) if (each.id === null) await removeFiles({ id } as Person, `${folder}/${each.name}`);
  }

  return {
    ...{ url, key, secretKey, run, anon, service, person, address },
    async ask(path, { method, as, headers, json, body } = {}) {
      const response = await fetch(`${url}${path}`, {
        method: method ?? (json === undefined && body === undefined ? "GET" : "POST"),
        headers: {
          apikey: as === "service" ? (secretKey ?? "") : key,
          ...(typeof as === "object" ? { authorization: `Bearer ${as.token}` } : {}),
          ...(json === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
        ...(body === undefined ? {} : { body, duplex: "half" }),
      } as RequestInit);
      const text = await response.text();
      const isJson = /\bjson\b/.test(response.headers.get("content-type") ?? "") && text !== "";
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: isJson ? (JSON.parse(text) as unknown) : text,
      };
    },
    async stored(name, text = name) {
      const owner = await person();
      const path = `${owner.id}/${run}/${name}`;
      const file = new Blob([text], { type: "text/plain" });
      const { error } = await owner.client.storage.from(bucket).upload(path, file, { upsert: true });
      if (error) throw error;
      return path;
    },
    async end() {
      const owner = await made?.catch(() => undefined);
      await owner?.client.removeAllChannels();
      if (!secretKey) return;
      await service.from("contact_messages").delete().like("name", `${run}%`);
      if (owner) await removeFiles(owner);
      const { data } = await service.auth.admin.listUsers({ perPage: 1000 });
      for (const user of data.users) {
        if (user.email && addresses.includes(user.email)) await service.auth.admin.deleteUser(user.id);
      }
    },
  };
}
