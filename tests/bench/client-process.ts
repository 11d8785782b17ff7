// The devices of clients.ts in a separate process, so that their CPU time does not count as the
// server's.
import { randomUUID } from "node:crypto";
import { collectionsByRole } from "../../sync/schema/collections.ts";

export interface Clients {
  url: string;
  key: string;
  clients: number;
  seconds: number;
}

export interface Measured {
  pushes: number[];
  pulls: number[];
  errors: string[];
}

const { url, key, clients, seconds } = JSON.parse(process.argv[2] ?? "") as Clients;

async function post(path: string, token: string, body: unknown): Promise<unknown> {
  const answer = await fetch(`${url}${path}`, {
    method: "POST",
    headers: { apikey: key, "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  const value: unknown = await answer.json();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(value).slice(0, 200)}`);
  return value;
}

async function signUp(i: number): Promise<{ id: string; token: string }> {
  const body = {
    email: `client.${i}@example.test`,
    password: "correct horse battery",
    data: { name: `Client ${i}`, role: "developer" },
  };
  const made = (await post("/auth/v1/signup", key, body)) as { access_token: string; user: { id: string } };
  return { id: made.user.id, token: made.access_token };
}

const measured: Measured = { pushes: [], pulls: [], errors: [] };

async function timed<T>(into: number[], task: () => Promise<T>): Promise<T | undefined> {
  const startedAt = performance.now();
  try {
    const value = await task();
    into.push(performance.now() - startedAt);
    return value;
  } catch (error) {
    measured.errors.push(String(error));
    return undefined;
  }
}

interface Pulled {
  collections: Record<string, { checkpoint: object }>;
}

/** Simulates one device: pushes a draft, then pulls new rows, without pauses. */
async function live({ id, token }: { id: string; token: string }, end: number): Promise<void> {
  let requests = collectionsByRole.developer.map((collection): Record<string, unknown> => ({ collection, limit: 200 }));
  const day = new Date().toISOString().slice(0, 10);
  for (let seq = 1; performance.now() < end; seq++) {
    const doc = {
      ...{ id: randomUUID(), org_id: id, developer_id: id, title: `Campaign ${seq}` },
      ...{ description: "As long as a description has to be.", start_date: day, end_date: "2027-12-31" },
      ...{ max_testers: 5, reward_amount_cents: 100, status: "draft", sync_client: id, sync_seq: 1 },
    };
    const rows = [{ assumedMasterState: null, newDocumentState: doc }];
    await timed(measured.pushes, () => post("/rest/v1/rpc/sync_push", token, { collection: "campaigns", rows }));
    const pulled = await timed(
      measured.pulls,
      () => post("/rest/v1/rpc/sync_pull", token, { requests }) as Promise<Pulled>,
    );
    if (pulled)
      requests = requests.map((request) => ({
        ...request,
        checkpoint: pulled.collections[String(request.collection)]?.checkpoint,
      }));
  }
}

const people: Awaited<ReturnType<typeof signUp>>[] = [];
for (let i = 0; i < clients; i++) people.push(await signUp(i));
const end = performance.now() + seconds * 1000;
await Promise.all(people.map((person) => live(person, end)));
process.send?.(measured, () => process.exit(0));
