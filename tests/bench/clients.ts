// Two hundred devices at once against one server on one Postgres, both on this machine: how much
// goes through, how long a call takes, and whether any fails. What holds it up is said by what the
// machine was doing.
import { randomUUID } from "node:crypto";
import { cpus, loadavg } from "node:os";
import { startBackend } from "../../supabase/local/backend.ts";
import { collectionsByRole } from "../../sync/schema/collections.ts";
import { startTestPostgres } from "../fixtures/test-postgres.ts";
import type { Row } from "./report.ts";

const clients = 200;
const seconds = 15;

export async function clientRows(done: (row: Row) => void): Promise<void> {
  process.env.LITE_AUTH_BCRYPT_COST = "4";
  const cluster = await startTestPostgres();
  const backend = await startBackend({ databaseUrl: cluster.url, schedule: false });
  const headers = { apikey: backend.publishableKey, "content-type": "application/json" };
  const post = async (path: string, token: string, body: unknown) => {
    const answer = await fetch(`${backend.url}${path}`, {
      method: "POST",
      headers: { ...headers, authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    const value: unknown = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(value).slice(0, 200)}`);
    return value;
  };
  try {
    const people: { id: string; token: string }[] = [];
    for (let i = 0; i < clients; i++) {
      const body = {
        email: `client.${i}@example.test`,
        password: "correct horse battery",
        data: { name: `Client ${i}`, role: "developer" },
      };
      const made = (await post("/auth/v1/signup", backend.publishableKey, body)) as {
        access_token: string;
        user: { id: string };
      };
      people.push({ id: made.user.id, token: made.access_token });
    }
    const pushes: number[] = [];
    const pulls: number[] = [];
    const errors: string[] = [];
    const end = performance.now() + seconds * 1000;
    const timed = async (into: number[], task: () => Promise<unknown>) => {
      const startedAt = performance.now();
      try {
        await task();
        into.push(performance.now() - startedAt);
      } catch (error) {
        errors.push(String(error));
      }
    };
    const requests = collectionsByRole.developer.map((collection) => ({ collection, checkpoint: null, limit: 200 }));
    const live = async ({ id, token }: { id: string; token: string }) => {
      for (let seq = 1; performance.now() < end; seq++) {
        const day = new Date().toISOString().slice(0, 10);
        const doc = {
          ...{
            id: randomUUID(),
            developer_id: id,
            title: `Campaign ${seq}`,
            description: "As long as a description has to be.",
          },
          ...{ start_date: day, end_date: "2027-12-31", max_testers: 5, reward_amount_cents: 100, status: "draft" },
          ...{ sync_client: id, sync_seq: 1 },
        };
        const rows = [{ assumedMasterState: null, newDocumentState: doc }];
        await timed(pushes, () => post("/rest/v1/rpc/sync_push", token, { collection: "campaigns", rows }));
        await timed(pulls, () => post("/rest/v1/rpc/sync_pull", token, { requests }));
      }
    };
    await Promise.all(people.map(live));
    const through = (pushes.length + pulls.length) / seconds;
    const [load = 0] = loadavg();
    done({
      what: `${clients} clients pushing and pulling without a pause, server and Postgres on this machine`,
      aim: "throughput and p95; errors 0",
      values: { push: pushes, "pull of 13 collections": pulls },
      compare: false,
      note: `${through.toFixed(0)} calls a second, ${errors.length} errors${errors[0] ? ` (${errors[0]})` : ""}; load ${load.toFixed(1)} on ${cpus().length} cores: it saturates on the processor.`,
    });
  } finally {
    await backend.stop();
    await cluster.stop();
  }
}
