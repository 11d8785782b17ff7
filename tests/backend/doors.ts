// The permission matrix over HTTP (access-matrix.test.ts): people, doors and expected answers.
//   y  let in: a 2xx, or the refusal that only somebody who was let in can get
//   -  let in, and sees nothing
//   anything else: the code of the refusal, or its status
import { randomUUID } from "node:crypto";
import type { Person } from "./world.ts";

export const columns = [
  ...["nobody", "tester", "other tester", "developer", "other developer", "suspended developer"],
  // Without a second factor; with one that was given.
  ...["admin", "admin aal2"],
  // With a second factor that was not given; with a valid token whose session or account is gone.
  ...["admin aal1", "tester aal1", "developer aal1", "signed out admin", "deleted developer"],
] as const;
export type Column = (typeof columns)[number];
export type Who = Pick<Person, "id" | "token"> | null;

export interface Ask {
  path?: string;
  method?: string;
  body?: unknown;
  form?: FormData;
  headers?: Record<string, string>;
  /** A status, or a code, with which somebody who was let in is answered, besides 2xx. */
  inside?: number | string;
  topic?: string;
}
export interface World {
  people: Map<Column, Who>;
  /** The developer's, and where its bytes lie. */
  file: string;
  object: string;
  id(column: Column): string;
}
/**
 * `open`: answers for the columns up to "admin aal2"; "y/x" is without/with "2FA for admins".
 * `closed`: what the rest gets, one word for all of them or one for each.
 */
type Door = [name: string, ask: (who: Who, world: World) => Ask, open: string, closed: string];

/** The same words at every door that says why. */
const refused = "second_factor second_factor second_factor session_ended session_ended";
const adminFunction = "session_missing forbidden forbidden forbidden forbidden forbidden y/forbidden y";
const adminCall = "401 forbidden forbidden forbidden forbidden forbidden y/forbidden y";
const adminRows = "401 - - - - - y/- y";
const adminApi = "not_admin not_admin not_admin not_admin not_admin not_admin not_admin not_admin";

/**
 * Storage answers 400 where a policy refuses, and 403 where a trigger says in its own words why.
 */
const noUpload = "400 400 400 400 403";

const own = (who: Who) => who?.id ?? randomUUID();
const rpc = (name: string, body: unknown, inside?: string): Ask => ({
  path: `/rest/v1/rpc/${name}`,
  body,
  ...(inside ? { inside } : {}),
});
const fn = (path: string, body: unknown, inside?: number): Ask => ({
  path: `/functions/v1/${path}`,
  body,
  ...(inside ? { inside } : {}),
});
const rows = { prefer: "return=representation" };
export function upload(): Ask {
  const form = new FormData();
  form.append("file", new File(["hello"], `${randomUUID()}.txt`));
  return { path: "/functions/v1/storage/upload", form };
}
const picture = (object: string): Ask => ({
  path: `/storage/v1/object/${object}`,
  method: "POST",
  body: "\x89PNG\r\n\x1a\n",
  headers: { "content-type": "image/png", "x-upsert": "true" },
});
const encoded = (text: string) => Buffer.from(text).toString("base64");
const resumable = (bucket: string, name: string): Ask => ({
  path: "/storage/v1/upload/resumable",
  method: "POST",
  headers: {
    "tus-resumable": "1.0.0",
    "upload-length": "8",
    "upload-metadata": `bucketName ${encoded(bucket)},objectName ${encoded(name)},contentType ${encoded("image/png")}`,
  },
});

export const doors: Door[] = [
  [
    "function auth: promote",
    () => fn("auth", { action: "updateUserRole", userId: randomUUID(), role: "admin" }, 404),
    adminFunction,
    refused,
  ],
  [
    "function auth: invite",
    () => fn("auth", { action: "inviteUser", email: "no address", name: "Nina" }, 400),
    adminFunction,
    refused,
  ],
  [
    "function auth: delete",
    () => fn("auth", { action: "deleteUser", userId: randomUUID() }, 404),
    adminFunction,
    refused,
  ],
  [
    "function auth: reset a factor",
    () => fn("auth", { action: "resetSecondFactor", userId: randomUUID() }),
    adminFunction,
    refused,
  ],
  ["function auth: unknown action", () => fn("auth", { action: "x" }, 400), adminFunction, refused],
  ["function auth: clean-test-data", () => fn("auth/clean-test-data", {}), adminFunction, refused],
  [
    "function storage: list",
    () => ({ path: "/functions/v1/storage/list" }),
    "session_missing forbidden forbidden y y y y/forbidden y",
    refused,
  ],
  [
    "function storage: list another's",
    (_, w) => ({ path: `/functions/v1/storage/list?ownerId=${w.id("developer")}` }),
    "session_missing forbidden forbidden y forbidden forbidden y/forbidden y",
    refused,
  ],
  [
    "function storage: upload",
    () => upload(),
    "session_missing forbidden forbidden y y suspended y/forbidden y",
    refused,
  ],
  [
    "function storage: delete",
    (_, w) => fn("storage/delete", { fileId: w.file, fileName: "another name" }, 409),
    "session_missing forbidden forbidden y not_found suspended y/forbidden y",
    refused,
  ],
  [
    "function storage: clean",
    () => fn("storage/clean", { preservedPrefixes: [..."0123456789abcdef"] }),
    "session_missing forbidden forbidden y y suspended y/forbidden y",
    refused,
  ],
  [
    "function storage: clean another's",
    (_, w) => fn("storage/clean", { ownerId: w.id("tester") }),
    "session_missing forbidden forbidden forbidden forbidden suspended y/forbidden y",
    refused,
  ],
  // Service key only. Anybody may know that no mail server is set up (npm run doctor asks).
  ["function push: deliver", () => fn("push", {}), "403 403 403 403 403 403 403 403", "403"],
  ["function mail: deliver", () => fn("mail", {}), "501 501 501 501 501 501 501 501", "501"],
  ["function push: public key", () => ({ path: "/functions/v1/push" }), "y y y y y y y y", "y"],
  ["function health", () => ({ path: "/functions/v1/health" }), "y y y y y y y y", "y"],
  ["call my_access", () => rpc("my_access", {}), "401 y y y y y y y", refused],
  ["call admin_users", () => rpc("admin_users", { request: {} }), adminCall, refused],
  [
    "call admin_change_user",
    (_, w) => rpc("admin_change_user", { user_id: w.id("tester"), change: { status: "active" } }),
    adminCall,
    refused,
  ],
  ["call admin_numbers", () => rpc("admin_numbers", {}), adminCall, refused],
  ["call admin_refusals", () => rpc("admin_refusals", { request: {} }), adminCall, refused],
  ["call admin_messages", () => rpc("admin_messages", { request: {} }), adminCall, refused],
  [
    "call admin_message_done",
    () => rpc("admin_message_done", { message_id: randomUUID(), done: true }, "missing_parent"),
    adminCall,
    refused,
  ],
  [
    "call void_reward",
    () => rpc("void_reward", { reward: randomUUID(), reason: "x" }, "wrong_state"),
    adminCall,
    refused,
  ],
  ["call clean_sample_data", () => rpc("clean_sample_data", {}), adminCall, refused],
  [
    "call set_user_role",
    (who) => rpc("set_user_role", { user_id: own(who), role: "admin", actor: own(who) }),
    "401 403 403 403 403 403 403 403",
    "403",
  ],
  ["call sync_pull", () => rpc("sync_pull", { requests: [{ collection: "settings" }] }), "y y y y y y y y", refused],
  ["call sync_push", () => rpc("sync_push", { collection: "profiles", rows: [] }), "401 y y y y y y y", refused],
  [
    "call storage_reserve",
    () => rpc("storage_reserve", { file_name: randomUUID(), size_bytes: 3, content_type: "text/plain" }),
    "401 forbidden forbidden y y suspended y/forbidden y",
    refused,
  ],
  [
    "call attachment_arrived",
    () => rpc("attachment_arrived", { feedback_id: randomUUID(), attachment_id: randomUUID() }, "missing_parent"),
    "401 y y y y y y y",
    refused,
  ],
  [
    "call record_download",
    () => rpc("record_download", { release: randomUUID() }, "missing_parent"),
    "invalid y y y y suspended y y",
    refused,
  ],
  [
    "table profiles: another's",
    (_, w) => ({ path: `/rest/v1/profiles?select=id&id=eq.${w.id("other tester")}` }),
    "401 - y - - - y/- y",
    "-",
  ],
  [
    "table profiles: one's own",
    (who) => ({ path: `/rest/v1/profiles?select=id&id=eq.${own(who)}` }),
    "401 y y y y y y y",
    "y y y - -",
  ],
  [
    "table accounts: one's own",
    (who) => ({ path: `/rest/v1/accounts?select=id&id=eq.${own(who)}` }),
    "401 y y y y y y y",
    "-",
  ],
  [
    "table settings: read",
    () => ({ path: "/rest/v1/settings?select=section&section=eq.security" }),
    "y y y y y y y y",
    "-",
  ],
  [
    "table settings: change",
    () => ({
      path: "/rest/v1/settings?section=eq.branding&select=section",
      method: "PATCH",
      body: { sync_seq: 1 },
      headers: rows,
    }),
    adminRows,
    "-",
  ],
  ["table activity", () => ({ path: "/rest/v1/activity?select=id&limit=1" }), adminRows, "-"],
  [
    "table files: the developer's",
    (_, w) => ({ path: `/rest/v1/files?select=id&id=eq.${w.file}` }),
    "401 - - y - - y/- y",
    "-",
  ],
  [
    "object: the developer's file",
    (_, w) => ({ path: `/storage/v1/object/${w.object}` }),
    "400 400 400 y 400 400 y/400 y",
    "400",
  ],
  [
    "object: a signed address for it",
    (_, w) => ({ path: `/storage/v1/object/sign/${w.object}`, body: { expiresIn: 60 } }),
    "400 400 400 y 400 400 y/400 y",
    "400",
  ],
  [
    "object: list the developer's",
    (_, w) => ({ path: "/storage/v1/object/list/files", body: { prefix: `${w.id("developer")}/`, limit: 1 } }),
    "- - - y - - y/- y",
    "-",
  ],
  ["object: one's own avatar", (who) => picture(`avatars/${own(who)}/face.png`), "400 y y y y 403 y y", noUpload],
  [
    "object: another's avatar",
    (_, w) => picture(`avatars/${w.id("other tester")}/face.png`),
    "400 400 y 400 400 403 y/400 y",
    noUpload,
  ],
  [
    "object: app content",
    (who) => picture(`app-content/${own(who)}/icon.png`),
    "400 403 403 y y 403 y/400 y",
    "400 403 400 400 403",
  ],
  [
    "object: branding",
    (who) => picture(`branding/${own(who)}/logo.png`),
    "400 403 403 403 403 403 y/400 y",
    "400 403 403 400 403",
  ],
  [
    "object: resumable app content",
    (who) => resumable("app-content", `${own(who)}/${randomUUID()}.png`),
    "403 403 403 y y 403 y/403 y",
    "403",
  ],
  [
    "object: resumable branding",
    (who) => resumable("branding", `${own(who)}/${randomUUID()}.png`),
    "403 403 403 403 403 403 y/403 y",
    "403",
  ],
  ["auth admin: users", () => ({ path: "/auth/v1/admin/users" }), adminApi, "not_admin"],
  ["auth admin: one user", (_, w) => ({ path: `/auth/v1/admin/users/${w.id("tester")}` }), adminApi, "not_admin"],
  [
    "auth admin: delete",
    (_, w) => ({ path: `/auth/v1/admin/users/${w.id("tester")}`, method: "DELETE" }),
    adminApi,
    "not_admin",
  ],
  ["auth admin: invite", () => ({ path: "/auth/v1/invite", body: { email: "x@example.test" } }), adminApi, "not_admin"],
  ["topic: admin", () => ({ topic: "admin" }), "- - - - - - y/- y", "-"],
  ["topic: catalog", () => ({ topic: "catalog" }), "- y y y y y y y", "-"],
  ["topic: one's own", (who) => ({ topic: `user:${own(who)}` }), "- y y y y y y y", "-"],
  ["topic: the developer's", (_, w) => ({ topic: `user:${w.id("developer")}` }), "- - - y - - - -", "-"],
];
