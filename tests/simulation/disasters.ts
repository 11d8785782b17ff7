// What befalls a scenario as a whole, once: the database is put back to last night, as a new epoch
// or as a folder that somebody copied; a device is copied to another machine. The seed decides
// which.

import type { Random } from "../fixtures/random.ts";
import type { SimulatedClient } from "./client.ts";
import { type Editor, writeBio } from "./edits.ts";
import type { FolderCopy, SimulatedServer } from "./server.ts";

interface Stage {
  editor: Editor;
  random: Random;
  server: SimulatedServer;
  clients: SimulatedClient[];
  /** Ends the transactions that are held open. */
  releaseTransactions(): Promise<void>;
  /** Holds one open for a while: what changes meanwhile is in no pull before it ends. */
  hold(ms: number): void;
  /** Everybody has their role and status. */
  restorePeople(): Promise<void>;
}

export interface Disasters {
  /** Words may be on no server any more, only with those who wrote them. */
  readonly restored: boolean;
  /**
   * Between the copy and its return: a role that changes now takes rows from the device which
   * nobody else has.
   */
  readonly betweenCopies: boolean;
  readonly cloned: boolean;
  /** Done before each step of the scenario. */
  at(step: number): Promise<void>;
}

/** Both write the same row before they hear of each other. */
async function copyOf(original: SimulatedClient, editor: Editor): Promise<SimulatedClient> {
  for (const [client, device] of editor.devices) if (device === original.device.name) editor.copied.add(client);
  const copy = await original.copied();
  const both = [original, copy];
  for (const client of both) client.online = false;
  for (const client of both) {
    await client.ask((store) => {
      editor.devices.set(store.clientId, client.device.name);
      return writeBio(editor, store);
    });
  }
  for (const client of both) client.online = true;
  return copy;
}

/** Long enough for every device to pull all that it can. */
const heldMs = 3_000;

export function drawDisasters(stage: Stage, steps: number): Disasters {
  const { random, server } = stage;
  const kind = process.env.SIMULATION_DISASTER ?? random.weighted({ epoch: 3, folder: 4, clone: 3 });
  const early = Math.floor(steps * (0.15 + random.below(30) / 100));
  const late = Math.min(steps - 1, early + Math.floor(steps * (0.1 + random.below(30) / 100)));
  const overtake = random.chance(0.7);
  let copy: FolderCopy | null = null;
  const state = { restored: false, betweenCopies: false, cloned: false };

  /** Some rows are not there any more, and every checkpoint lies. */
  const newEpoch = () =>
    server.sql.begin(async (sql) => {
      await sql`delete from public.notifications where id in (select id from public.notifications order by id limit 5)`;
      await sql`select private.new_epoch()`;
    });

  return {
    get restored() {
      return state.restored;
    },
    get betweenCopies() {
      return state.betweenCopies;
    },
    get cloned() {
      return state.cloned;
    },
    async at(step) {
      if (step === early && kind === "epoch") await newEpoch();
      if (step === early && kind === "folder") {
        await stage.releaseTransactions();
        await stage.restorePeople();
        copy = await server.copyFolder();
        state.betweenCopies = true;
      }
      if (step === late && copy) {
        await stage.releaseTransactions();
        await server.putBack(copy, overtake);
        stage.hold(heldMs);
        Object.assign(state, { restored: true, betweenCopies: false });
      }
      if (step === early && kind === "clone") {
        const original = random.pick(stage.clients);
        if (original) stage.clients.push(await copyOf(original, stage.editor));
        state.cloned = true;
      }
    },
  };
}
