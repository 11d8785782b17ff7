// Which columns of a row the person, other people or the server wrote. Needed to resend a row that
// a restored server has lost.
import * as v from "valibot";
import { type CollectionName, collections, type Row, schemas, writableColumns } from "./collections.ts";
import type { Role } from "./profiles.ts";
import { type Actor, type Machine, moves } from "./transitions.ts";

export interface Writer {
  owner: string;
  role: Role | "anonymous";
  /** The person's organizations, if relevant. */
  organizations?: readonly string[];
}

type Columns = Record<string, unknown>;

/** The column of a row's author. */
const authorOf: Partial<Record<CollectionName, string>> = {
  profiles: "id",
  accounts: "id",
  apps: "developer_id",
  releases: "developer_id",
  campaigns: "developer_id",
  briefs: "developer_id",
  applications: "tester_id",
  feedback: "tester_id",
  comments: "author_id",
  payouts: "tester_id",
  flags: "reporter_id",
};

interface Review {
  role: Role;
  /** The columns of a decision about another person's row. */
  columns: readonly string[];
  /** Columns that reviewers write independently of the decision. */
  besides?: readonly string[];
  /** The states after a decision. */
  states: readonly string[];
}

const reviewOf: Partial<Record<CollectionName, Review>> = {
  applications: {
    role: "developer",
    columns: ["status", "reason"],
    besides: ["results_review"],
    states: ["accepted", "rejected", "removed"],
  },
  feedback: {
    role: "developer",
    columns: ["status", "usefulness", "reason_code", "reason", "duplicate_of"],
    besides: ["known", "fixed_release_id", "assignee_id", "assignee_name", "priority", "tags"],
    states: ["approved", "rejected", "changes_requested"],
  },
  payouts: { role: "admin", columns: ["status", "reason"], states: ["paid", "failed"] },
  flags: {
    role: "admin",
    columns: ["status", "resolution", "hidden"],
    states: ["under_review", "resolved", "dismissed"],
  },
  apps: { role: "admin", columns: ["status"], states: ["hidden"] },
};

export const machineOf: Partial<Record<CollectionName, Machine>> = {
  campaigns: "campaign",
  applications: "application",
  feedback: "feedback",
  payouts: "payout",
  flags: "flag",
  apps: "app",
  releases: "release",
};

/** A developer's decision about a set of results, apart from the one about the application. */
const resultsReview: Review = {
  role: "developer",
  columns: ["results_status", "results_review"],
  states: ["accepted", "returned"],
};

/** Columns that hold the state of a decision. */
export const stateColumns = (name: CollectionName): readonly string[] =>
  name === "applications" ? ["status", "results_status"] : ["status"];

/** The `stateColumns` that an edit decided. A tester who submits results decides nothing. */
export const decidedStates = (name: CollectionName, doc: Columns, before: Columns): readonly string[] =>
  stateColumns(name).filter(
    (state) => doc[state] !== before[state] && (state === "status" || isOverruled(name, doc[state], null, state)),
  );

/**
 * Columns of a decision, which are merged as a whole.
 * @param state one of `stateColumns`
 */
export const decisionColumns = (name: CollectionName, state = "status"): readonly string[] =>
  (state === "results_status" ? resultsReview : reviewOf[name])?.columns ?? [];

/** True if the other side decided differently. Passing through a state is no decision. */
export function isOverruled(name: CollectionName, mine: unknown, theirs: unknown, state = "status"): boolean {
  if (state === "results_status") return resultsReview.states.includes(String(mine));
  const machine = machineOf[name];
  if (!machine) return false;
  const decided = reviewOf[name]?.states.includes(String(mine)) ?? false;
  return decided || !reachable(machine, String(mine)).has(String(theirs));
}

/** The reason of the server's own decisions. */
const byTheServer = "automatic";

export function isAuthor(name: CollectionName, { owner }: Writer, row: Columns): boolean {
  const column = authorOf[name];
  return column !== undefined && row[column] === owner;
}

/** Collections whose rows every managing member may write. */
const shared: readonly CollectionName[] = ["apps", "releases", "campaigns", "briefs"];

export const isShared = (name: CollectionName, { role }: Writer): boolean =>
  role === "developer" && shared.includes(name);

/** True for collections of which admins pull only open rows, and changes since the first pull. */
export const isQueue = (name: CollectionName, { role }: Pick<Writer, "role">): boolean =>
  role === "admin" && (name === "flags" || name === "payouts");

/** Returns the columns of a row that this person writes; empty if none. */
export function ownColumns(name: CollectionName, writer: Writer, row: Columns): readonly string[] {
  const review = reviewOf[name];
  const reviewers = [...(review?.columns ?? []), ...(review?.besides ?? [])];
  if (isAuthor(name, writer, row)) {
    return writableColumns(name).filter((column) => column === "status" || !reviewers.includes(column));
  }
  if (isShared(name, writer)) return collections[name].update;
  if (name === "settings") return writer.role === "admin" ? collections.settings.update : [];
  return review?.role === writer.role ? reviewers : [];
}

/** True if the person wrote any column of the row. */
export function hasOwnWords(name: CollectionName, writer: Writer, row: Columns): boolean {
  if (isAuthor(name, writer, row)) return true;
  // Members cannot know who wrote a text, so each device keeps all.
  if (isShared(name, writer) && !writer.organizations?.includes(String(row.org_id))) return false;
  const own = ownColumns(name, writer, row);
  if (own.length === 0 || row.reason === byTheServer) return false;
  const words = collections[name].texts.some((column) => own.includes(column) && row[column] !== "");
  return words || (reviewOf[name]?.states.includes(String(row.status)) ?? name === "settings");
}

const targets = (machine: Machine, from: ReadonlySet<string>, actor?: Actor) =>
  moves.filter((m) => m[0] === machine && from.has(m[1]) && (!actor || m[3] === actor)).map((m) => m[2]);
const sources = (machine: Machine, to: ReadonlySet<string>) =>
  moves.filter((m) => m[0] === machine && to.has(m[2])).map((m) => m[1]);

function reachable(machine: Machine, from: string, actor?: Actor): ReadonlySet<string> {
  const reached = new Set([from]);
  for (let before = 0; reached.size > before; ) {
    before = reached.size;
    for (const state of targets(machine, reached, actor)) reached.add(state);
  }
  return reached;
}

/** True if this person can move the row to the other state, in one or more transitions. */
export function canReach(name: CollectionName, { role }: Writer, from: unknown, to: unknown): boolean {
  const machine = machineOf[name];
  return !machine || reachable(machine, String(from), role as Actor).has(String(to));
}

/**
 * Returns the last state on the way to the current one that the author can have reached: an
 * approved report was submitted by its author.
 */
function ownState(machine: Machine, state: string, actor: Actor): string {
  const own = reachable(machine, "new", actor);
  let near = new Set([state]);
  for (let steps = 0; steps < moves.length; steps++) {
    const found = [...near].find((one) => one !== "new" && own.has(one));
    if (found !== undefined) return found;
    near = new Set([...near, ...sources(machine, near)]);
  }
  return state;
}

/** Returns initial values of columns: of each, the first one that its schema accepts. */
export function emptyColumns(name: CollectionName, columns: readonly string[]): Columns {
  const entries = schemas[name].entries as Readonly<Record<string, v.GenericSchema & { options?: readonly unknown[] }>>;
  const emptyValue = (column: string) => {
    const entry = entries[column];
    // A record accepts an array too.
    return [null, "", 0, false, {}, [], ...(entry?.options ?? [])].find((value) => entry && v.is(entry, value));
  };
  return Object.fromEntries(columns.map((column) => [column, emptyValue(column)]));
}

/** Returns the row as its author could create it today: own columns, a reachable state. */
export function asWritten<R extends Columns>(name: CollectionName, writer: Writer, row: R): R {
  const { insert, update } = collections[name];
  const later = update.filter((column) => insert.length > 0 && !insert.includes(column) && column !== "status");
  const machine = machineOf[name];
  return {
    ...row,
    ...emptyColumns(name, later),
    ...(name === "feedback" ? { uploaded: [] satisfies Row<"feedback">["uploaded"] } : {}),
    ...(machine ? { status: ownState(machine, String(row.status), writer.role as Actor) } : {}),
  };
}
