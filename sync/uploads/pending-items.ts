// Everything that waits on this device besides rows: files of reports, builds, pictures, reports to
// the admins. What the pill counts and the panel lists, from the one place.
import type { Store } from "../database/store.ts";
import { flagPrefix, type WaitingFlag } from "./flags.ts";
import { type KeptObject, objectPrefix } from "./image-uploads.ts";
import { type BuildUpload, buildPrefix } from "./release-uploads.ts";

export interface PendingItem {
  key: string;
  kind: "file" | "build" | "picture" | "flag";
  /** What a person calls it; empty where it has no name. */
  name: string;
  /** The server's no, by its code; empty while it waits. */
  refused: string;
}

async function draftsOf<T>(store: Store, prefix: string): Promise<{ key: string; value: T }[]> {
  const kept = await store.side.drafts.where("key").startsWith(prefix).toArray();
  return kept.map(({ key, value }) => ({ key, value: value as T }));
}

/** What the server does not have, refused or not. */
export async function pendingItems(store: Store): Promise<PendingItem[]> {
  const uploads = await store.side.uploads.toArray();
  const builds = await draftsOf<BuildUpload>(store, buildPrefix);
  const objects = await draftsOf<KeptObject>(store, objectPrefix);
  const flags = await draftsOf<WaitingFlag>(store, flagPrefix);
  return [
    ...uploads.map(({ key, name, refused }) => ({ key, kind: "file" as const, name, refused })),
    ...builds.map(({ key, value }) => ({ key, kind: "build" as const, name: value.name, refused: value.refused })),
    ...objects
      .filter(({ value }) => !value.sent)
      .map(({ key, value }) => ({ key, kind: "picture" as const, name: "", refused: value.refused })),
    ...flags.map(({ key, value }) => ({ key, kind: "flag" as const, name: value.reason, refused: value.refused })),
  ];
}
