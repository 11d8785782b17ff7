// One disaster per scenario: the database is restored to an earlier state, as a new epoch or as a
// copied folder, or a device is copied to another machine. The seed decides.

import type { Random } from "../fixtures/random.ts";
import type { SimulatedClient } from "./client.ts";
import { type Editor, writeBio } from "./edits.ts";
import type { FolderCopy, SimulatedServer } from "./server.ts";

interface Stage {
  editor: Editor;
  random: Random;
  server: SimulatedServer;
  clients: SimulatedClient[];
  releaseTransactions(): Promise<void>;
  /** Holds a transaction open for a while: no pull contains its changes before it ends. */
  hold(ms: number): void;
  /** Restores everyone's role and status. */
  restorePeople(): Promise<void>;
}

export interface Disasters {
  /** After a restore, texts may exist only with their authors. */
  readonly restored: boolean;
  /**
   * Between the copy and its restore: a role change then removes rows from the only device that
   * has them.
   */
  readonly betweenCopies: boolean;
  readonly cloned: boolean;
  /**
   * Runs before each step of the scenario.
   * @returns its description, or ""
   */
  at(step: number): Promise<string>;
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

/** A delay that lets every device pull all available rows. */
const heldMs = 3_000;

export function drawDisasters(stage: Stage, steps: number): Disasters {
  const { random, server } = stage;
  const kind = process.env.SIMULATION_DISASTER ?? random.weighted({ epoch: 3, folder: 4, clone: 3 });
  const early = Math.floor(steps * (0.15 + random.below(30) / 100));
  const late = Math.min(steps - 1, early + Math.floor(steps * (0.1 + random.below(30) / 100)));
  const overtake = random.chance(0.7);
  let copy: FolderCopy | null = null;
  const state = { restored: false, betweenCopies: false, cloned: false };

  /** Removes some rows, so that every checkpoint is wrong. */
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
      if (step !== early && !(step === late && copy)) return "";
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
      return kind;
    },
  };
}
