// A server and any number of devices, as real as Node allows: the embedded backend with the real
// migrations (on PGlite or PostgreSQL), and devices (device.ts).
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll } from "vitest";
import { type ListeningBackend, startBackend } from "../../supabase/local/backend.ts";
import { startTestPostgres } from "../../supabase/local/database/test-postgres.ts";
import type { Person } from "../../sync/index.ts";
import type { CampaignInput } from "../../sync/mutations/campaigns.ts";
import type { Result } from "../../sync/transport/result.ts";
import { type Device, type DeviceOptions, openDevice, until } from "./device.ts";

export type Engine = "pglite" | "postgres";
export const engines: readonly Engine[] = ["pglite", "postgres"];
export const password = "correct horse battery";

export interface World {
  readonly backend: ListeningBackend;
  device(options?: DeviceOptions): Promise<Device>;
  /** A device with a new person signed up on it. */
  signedUp(role: "tester" | "developer", name?: string): Promise<Device & { person: Person }>;
  sql: ListeningBackend["sql"];
}

/** A new person, on this device. */
export async function signUpOn(device: Device, role: "tester" | "developer", name: string): Promise<Person> {
  const email = `${name.toLowerCase().replaceAll(" ", ".")}.${randomUUID().slice(0, 8)}@example.test`;
  const made = value(await device.sync.signUp({ name, email, password, role }));
  await personsStore(device, made.id);
  return made;
}

/** The person's store is open on this device. */
export const personsStore = (device: Device, id: string) =>
  until("the store of the person", async () => {
    const store = await device.store();
    return store.person?.id === id ? store : undefined;
  });

/** Makes a world for the tests of one `describe`. */
export function useWorld(engine: Engine, options: { accessTokenSeconds?: number } = {}): World {
  let backend: ListeningBackend | undefined;
  let postgres: Awaited<ReturnType<typeof startTestPostgres>> | undefined;
  const devices: Device[] = [];

  beforeAll(async () => {
    postgres = engine === "postgres" ? await startTestPostgres() : undefined;
    backend = await startBackend({ ...(postgres ? { databaseUrl: postgres.url } : {}), schedule: false, ...options });
  });
  afterEach(async () => {
    await Promise.all(devices.splice(0).map((d) => d.kill()));
  });
  afterAll(async () => {
    await backend?.stop();
    await postgres?.stop();
  });
  const server = () => {
    if (!backend) throw new Error("The world is not open yet");
    return backend;
  };

  const world: World = {
    get backend() {
      return server();
    },
    sql: (text, params) => server().sql(text, params),
    async device(options: DeviceOptions = {}) {
      const device = await openDevice(server(), options);
      devices.push(device);
      return device;
    },
    async signedUp(role, name = role) {
      const device = await world.device();
      return Object.assign(device, { person: await signUpOn(device, role, name) });
    },
  };
  return world;
}

/** The value of a result that must be a success. */
export function value<T, E extends { type: string }>(result: Result<T, E>): T {
  if (!result.ok) throw new Error(`Expected success, got ${JSON.stringify(result.error)}`);
  return result.value;
}

export const today = () => new Date().toISOString().slice(0, 10);
const inDays = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10);

export const campaignInput = (change: Partial<CampaignInput> = {}): CampaignInput => ({
  app_id: null,
  title: "Night mode for the trail map",
  description: "Tell us whether the map can be read in the dark without waking the tent.",
  category: "travel",
  platform: "all",
  start_date: today(),
  end_date: inDays(30),
  max_testers: 25,
  reward_model: "testing",
  reward_amount_cents: 1500,
  currency: "USD",
  requirements: "A phone\nA dark room",
  auto_select: true,
  screening: [],
  agreement: "",
  review_days: 7,
  ...change,
});
export const briefInput = {
  instructions: "Open the map at night.",
  build_url: "https://example.test/build",
  release_id: null,
};
