// A developer's apps and their releases (S20). What the store shows of an app (version, size,
// downloads) follows its newest published release, on the server.
import type { Store } from "../database/store.ts";
import type { App } from "../schema/apps.ts";
import type { Release } from "../schema/releases.ts";
import { canMove } from "../schema/transitions.ts";
import { fail, ok, type Result } from "../transport/result.ts";
import { queueImage } from "../uploads/image-uploads.ts";
import { discardReleaseFile, queueReleaseFile } from "../uploads/release-uploads.ts";
import { type Owner, personalOwner } from "./owner.ts";
import { insertRow, patchRow, removeRow } from "./row.ts";

export type AppInput = Pick<
  App,
  "title" | "description" | "platform" | "type" | "icon_path" | "screenshots" | "requirements" | "compatibility"
>;
export type ReleaseInput = Pick<Release, "version" | "notes"> &
  Partial<Pick<Release, "kind" | "link_url" | "expires_at">>;

/** What the server reads of a package, before it has. */
const unread = {
  platform: "",
  package_id: "",
  package_name: "",
  build_number: "",
  min_os: "",
  abis: [],
  signer_sha256: "",
  signing_kind: "",
  signing_expires_at: null,
  profile_devices: 0,
  checked_at: null,
  check_failure: "",
  file_removed_at: null,
} as const satisfies Partial<Release>;

/** Makes a draft for one of the person's organizations. */
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
    version: "",
    changelog: "",
    size_bytes: 0,
    downloads: 0,
    published_at: null,
    is_sample: false,
  });
}

export const appEdit = (store: Store, id: string, input: Partial<AppInput>) => patchRow(store, "apps", id, input);

/**
 * Has the server a published release of this app? One that is pending here would reach it after the
 * app.
 */
export const hasPublishedRelease = (releases: readonly Release[]): boolean =>
  releases.some((release) => release.status === "published" && release.published_at !== null);

/**
 * Publishes a draft, or an app that was unpublished. The server asks for a description and a
 * published release.
 */
export async function appPublish(store: Store, id: string): Promise<Result<App>> {
  const app = await store.collection("apps").findOne(id).exec();
  if (!app) return fail({ type: "not_found" });
  if (!canMove("app", app.status, "published", "developer")) return fail({ type: "not_allowed", code: "wrong_state" });
  const releases = await store
    .collection("releases")
    .find({ selector: { app_id: id } })
    .exec();
  if (!hasPublishedRelease(releases)) return fail({ type: "not_allowed", code: "release_required" });
  return patchRow(store, "apps", id, { status: "published" });
}

/** Takes an app out of the App Store. Testers of its campaigns still get its builds. */
export async function appUnpublish(store: Store, id: string): Promise<Result<App>> {
  const app = await store.collection("apps").findOne(id).exec();
  if (!app) return fail({ type: "not_found" });
  if (!canMove("app", app.status, "unpublished", "developer"))
    return fail({ type: "not_allowed", code: "wrong_state" });
  return patchRow(store, "apps", id, { status: "unpublished" });
}

/** Deletes a draft with its releases. */
export async function appDelete(store: Store, id: string): Promise<Result<void>> {
  const app = await store.collection("apps").findOne(id).exec();
  if (!app) return ok(undefined);
  const releases = await store
    .collection("releases")
    .find({ selector: { app_id: id } })
    .exec();
  if (app.status !== "draft" || releases.some((r) => r.status !== "draft")) {
    return fail({ type: "not_allowed", code: "wrong_state" });
  }
  for (const release of releases) {
    const removed = await releaseDelete(store, release.id);
    if (!removed.ok) return removed;
  }
  return removeRow(store, "apps", id);
}

/** Stores a picture (icon, screenshot) and queues it. @returns its path, for the row */
export const appPicture = (store: Store, picture: Blob): Promise<Result<string>> =>
  queueImage(store, "app-content", picture);

export async function releaseCreate(store: Store, appId: string, input: ReleaseInput): Promise<Result<Release>> {
  const app = await store.collection("apps").findOne(appId).exec();
  if (!app) return fail({ type: "not_found" });
  if (!store.person) return fail({ type: "not_allowed", code: "forbidden" });
  return insertRow(store, "releases", {
    kind: "file",
    link_url: "",
    expires_at: null,
    ...input,
    ...unread,
    id: crypto.randomUUID(),
    app_id: appId,
    org_id: app.org_id,
    developer_id: store.person.id,
    file_name: "",
    file_path: "",
    content_type: "",
    size_bytes: 0,
    sha256: "",
    status: "draft",
    downloads: 0,
    published_at: null,
    is_sample: false,
  });
}

/** A draft that becomes a link gives up its file. */
const noFile = { file_name: "", file_path: "", content_type: "", size_bytes: 0, sha256: "" } as const;

/** A published release keeps its version and file; its notes and its end can still be changed. */
export async function releaseEdit(store: Store, id: string, input: Partial<ReleaseInput>): Promise<Result<Release>> {
  const release = await store.collection("releases").findOne(id).exec();
  if (!release) return fail({ type: "not_found" });
  if (release.status !== "draft" && input.version !== undefined && input.version !== release.version) {
    return fail({ type: "not_allowed", code: "wrong_state" });
  }
  if (input.kind !== "link" || release.file_path === "") return patchRow(store, "releases", id, input);
  const changed = await patchRow(store, "releases", id, { ...input, ...noFile });
  if (changed.ok) await discardReleaseFile(store, id);
  return changed;
}

/**
 * Gives a draft its file: the bytes are stored first, then named. @param onHashed bytes whose
 * checksum is made
 */
export async function releaseFile(
  store: Store,
  id: string,
  file: File,
  onHashed?: (done: number) => void,
): Promise<Result<Release>> {
  const release = await store.collection("releases").findOne(id).exec();
  if (!release) return fail({ type: "not_found" });
  if (release.status !== "draft") return fail({ type: "not_allowed", code: "wrong_state" });
  const stored = await queueReleaseFile(store, id, file, onHashed);
  return stored.ok ? patchRow(store, "releases", id, { ...stored.value, kind: "file", link_url: "" }) : stored;
}

/** Publishes a release whose file has arrived. */
export async function releasePublish(store: Store, id: string): Promise<Result<Release>> {
  const release = await store.collection("releases").findOne(id).exec();
  if (!release) return fail({ type: "not_found" });
  if (!canMove("release", release.status, "published", "developer") || release.version.trim() === "") {
    return fail({ type: "not_allowed", code: "wrong_state" });
  }
  return patchRow(store, "releases", id, { status: "published" });
}

/** Withdraws a release for good: nobody can download it again, and everyone who did is notified. */
export async function releaseWithdraw(store: Store, id: string): Promise<Result<Release>> {
  const release = await store.collection("releases").findOne(id).exec();
  if (!release) return fail({ type: "not_found" });
  if (!canMove("release", release.status, "withdrawn", "developer")) {
    return fail({ type: "not_allowed", code: "wrong_state" });
  }
  return patchRow(store, "releases", id, { status: "withdrawn" });
}

export async function releaseDelete(store: Store, id: string): Promise<Result<void>> {
  const release = await store.collection("releases").findOne(id).exec();
  if (!release) return ok(undefined);
  if (release.status !== "draft") return fail({ type: "not_allowed", code: "wrong_state" });
  const removed = await removeRow(store, "releases", id);
  if (removed.ok) await discardReleaseFile(store, id);
  return removed;
}
