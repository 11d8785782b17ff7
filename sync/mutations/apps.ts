// A developer's apps and releases. The server copies version, size and downloads of the newest
// published release to the app.
import { docsOf } from "../database/query.ts";
import type { Store } from "../database/store.ts";
import { trimmed } from "../inputs/single-line.ts";
import type { App } from "../schema/apps.ts";
import type { appColumns } from "../schema/collections.ts";
import type { Release } from "../schema/releases.ts";
import { fail, ok, type Result } from "../transport/result.ts";
import { newImage, queueImage } from "../uploads/image-uploads.ts";
import { fileTables } from "../uploads/pending-items.ts";
import { discardReleaseFile, newReleaseFile } from "../uploads/release-uploads.ts";
import { type Owner, personalOwner } from "./owner.ts";
import {
  type Edits,
  insertRow,
  isRejected,
  movesTo,
  mutate,
  orUndo,
  patchRow,
  removeDraft,
  wrongState,
} from "./row.ts";

export type AppInput = Pick<App, Exclude<(typeof appColumns)[number], "status">>;
export type ReleaseInput = Pick<Release, "version" | "notes"> &
  Partial<Pick<Release, "kind" | "link_url" | "expires_at" | "publishes">>;

/** A draft that becomes a link has no file. */
const noFile = { file_name: "", file_path: "", content_type: "", size_bytes: 0, sha256: "" } as const;

/** Creates a draft for one of the person's organizations. */
export async function appCreate(
  store: Store,
  input: AppInput,
  owner: Owner | null = personalOwner(store),
): Promise<Result<App>> {
  if (!store.person || !owner) return fail({ type: "not_allowed", code: "forbidden" });
  return insertRow(store, "apps", {
    ...input,
    id: crypto.randomUUID(),
    org_id: owner.org_id,
    developer_id: store.person.id,
    developer_name: owner.name,
    status: "draft",
  });
}

export const appEdit = (store: Store, id: string, input: Partial<AppInput>) => patchRow(store, "apps", id, input);

export const releasesOf = (store: Store, appId: string) => docsOf(store, "releases", { app_id: appId });

/** True if the server has a published release. A pending release would reach it after the app. */
export const hasPublishedRelease = (releases: readonly Release[]): boolean =>
  releases.some((release) => release.status === "published" && release.published_at !== null);

/** Publishes a draft or an unpublished app. Requires a description and a published release. */
export async function appPublish(store: Store, id: string): Promise<Result<App>> {
  const releases = await releasesOf(store, id);
  return patchRow(store, "apps", id, (app) => {
    const moved = movesTo("app", "published", "developer")(app);
    return isRejected(moved) || hasPublishedRelease(releases)
      ? moved
      : fail({ type: "not_allowed", code: "release_required" });
  });
}

/** Removes an app from the App Store. Testers of its campaigns still get its builds. */
export const appUnpublish = (store: Store, id: string): Promise<Result<App>> =>
  patchRow(store, "apps", id, movesTo("app", "unpublished", "developer"));

export async function appDelete(store: Store, id: string): Promise<Result<void>> {
  const releases = await releasesOf(store, id);
  return mutate(store, ["apps", "releases", ...fileTables], async (edits) => {
    for (const release of releases) orUndo(await deleteRelease(store, edits, release.id));
    orUndo(await removeDraft(edits, "apps", id));
    return ok(undefined);
  });
}

/** Stores and queues a picture (icon, screenshot). @returns its path, for the row */
export const appPicture = (store: Store, picture: Blob): Promise<Result<string>> =>
  queueImage(store, "app-content", picture);

export async function appIcon(store: Store, id: string, picture: Blob): Promise<Result<App>> {
  const made = await newImage(store, "app-content", picture);
  if (!made.ok) return made;
  const { path, file } = made.value;
  return mutate(store, ["apps"], (edits) => edits.patch("apps", id, { icon_path: path }), file);
}

/**
 * Creates a draft and stores its file, in one transaction.
 * @param onHashed called with the number of hashed bytes
 */
export async function releaseCreate(
  store: Store,
  appId: string,
  input: ReleaseInput,
  file: File | null = null,
  onHashed?: (done: number) => void,
): Promise<Result<Release>> {
  const app = await store.collection("apps").findOne(appId).exec();
  if (!app) return fail({ type: "not_found" });
  if (!store.person) return fail({ type: "not_allowed", code: "forbidden" });
  const id = crypto.randomUUID();
  const named = file && (await newReleaseFile(store, id, file, onHashed));
  if (named && !named.ok) return named;
  const values = {
    kind: "file",
    ...input,
    id,
    app_id: appId,
    org_id: app.org_id,
    developer_id: store.person.id,
    ...named?.value.columns,
    status: "draft",
  } as const;
  return mutate(store, ["releases"], (edits) => edits.insert("releases", values), named?.value.file);
}

/** Edits a release. Once published, only its notes and expiry can change. */
export async function releaseEdit(store: Store, id: string, input: Partial<ReleaseInput>): Promise<Result<Release>> {
  return mutate(store, ["releases", ...fileTables], async (edits) => {
    const changed = await edits.patch("releases", id, (release) => {
      if (release.status !== "draft" && input.version !== undefined && input.version !== release.version)
        return wrongState;
      return input.kind === "link" ? { ...input, ...noFile } : input;
    });
    if (changed.ok && input.kind === "link") await discardReleaseFile(store, id);
    return changed;
  });
}

/**
 * Stores a draft's file, in one transaction. @param onHashed called with the number of hashed bytes
 */
export async function releaseFile(
  store: Store,
  id: string,
  file: File,
  onHashed?: (done: number) => void,
): Promise<Result<Release>> {
  const release = await store.collection("releases").findOne(id).exec();
  if (!release) return fail({ type: "not_found" });
  if (release.status !== "draft") return wrongState;
  const named = await newReleaseFile(store, id, file, onHashed);
  if (!named.ok) return named;
  const { columns, file: stored } = named.value;
  // Hashing half a gigabyte takes a while: another tab may have published the release.
  const rename = (edits: Edits) =>
    edits.patch("releases", id, ({ status }) =>
      status === "draft" ? ({ ...columns, kind: "file", link_url: "" } as const) : wrongState,
    );
  return mutate(store, ["releases"], rename, stored);
}

/** Publishes a release whose file has been uploaded. */
export const releasePublish = (store: Store, id: string): Promise<Result<Release>> =>
  patchRow(store, "releases", id, (release) =>
    trimmed(release.version) === "" ? wrongState : movesTo("release", "published", "developer")(release),
  );

/** Withdraws a release permanently and notifies everyone who downloaded it. */
export const releaseWithdraw = (store: Store, id: string): Promise<Result<Release>> =>
  patchRow(store, "releases", id, movesTo("release", "withdrawn", "developer"));

export const releaseDelete = (store: Store, id: string): Promise<Result<void>> =>
  mutate(store, ["releases", ...fileTables], (edits) => deleteRelease(store, edits, id));

async function deleteRelease(store: Store, edits: Edits, id: string): Promise<Result<void>> {
  const removed = await removeDraft(edits, "releases", id);
  if (removed.ok) await discardReleaseFile(store, id);
  return removed;
}
