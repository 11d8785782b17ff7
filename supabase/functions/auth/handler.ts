// User administration: promote, invite, delete, reset a lost second factor, clean the test data;
// and self-service account deletion. SQL checks the caller's rights (_shared/caller.ts).
import * as v from "valibot";
import { parseEmailAddress } from "../../../sync/inputs/email-address.ts";
import { oneLine } from "../../../sync/inputs/single-line.ts";
import { type Caller, callerOf } from "../_shared/caller.ts";
import { bodyOf, call, isUuid, json, Rejected, rpc, withRejections } from "../_shared/http.ts";
import type { FunctionEnv } from "../_shared/types.ts";

type Body = Readonly<Record<string, unknown>>;

const roles = ["tester", "developer", "admin"];
const userSchema = v.object({ id: v.string() });
const factorsSchema = v.array(v.object({ id: v.string() }));
const cleanedSchema = v.object({
  removed: v.record(v.string(), v.number()),
  objects: v.array(v.object({ bucket: v.string(), name: v.string() })),
});

async function adminOf(request: Request, env: FunctionEnv): Promise<Caller> {
  const me = await callerOf(request, env);
  if (me.isAdmin) return me;
  // With this role and status, only a missing second factor blocks admin rights.
  const unproven = me.role === "admin" && me.status === "active";
  throw new Rejected(403, unproven ? "The second factor is needed" : "Only admins may do this", "forbidden");
}

function idIn(body: Body): string {
  if (!isUuid(body.userId)) throw new Rejected(400, "userId is needed");
  return body.userId;
}

/** Uses the service key, and passes the admin's id for the log. */
async function setRole(env: FunctionEnv, admin: Caller, id: string, role: string): Promise<void> {
  if (!(await rpc(env, "set_user_role", v.boolean(), "service", { user_id: id, role, actor: admin.id })))
    throw new Rejected(404, "User not found");
}

const note = (env: FunctionEnv, admin: Caller, action: string, id: string, details: Record<string, unknown>) =>
  rpc(env, "note_admin_action", v.unknown(), "service", { actor: admin.id, action, user_id: id, details });

async function updateUserRole(env: FunctionEnv, admin: Caller, body: Body): Promise<Response> {
  const id = idIn(body);
  if (body.role !== "admin") throw new Rejected(400, "A user can be made an admin, and nothing else");
  if (id === admin.id) throw new Rejected(400, "You are an admin already");
  await setRole(env, admin, id, "admin");
  return json({ success: true, userId: id, role: "admin" });
}

async function inviteUser(env: FunctionEnv, admin: Caller, body: Body): Promise<Response> {
  const { name, role = "tester", redirectTo } = body;
  const to = parseEmailAddress(typeof body.email === "string" ? body.email : "");
  if (!to.ok) throw new Rejected(400, "Please enter a valid email address");
  const typed = typeof name === "string" ? oneLine(name) : "";
  if ([...typed].length < 2) throw new Rejected(400, "Name must be at least 2 characters");
  if (typeof role !== "string" || !roles.includes(role)) throw new Rejected(400, "role: tester, developer or admin");
  const query = typeof redirectTo === "string" ? `?redirect_to=${encodeURIComponent(redirectTo)}` : "";
  const data = { name: typed, role };
  const made = await call(env, "POST", `/auth/v1/invite${query}`, userSchema, {
    as: "service",
    body: { email: to.value, data },
  });
  if (role === "admin") await setRole(env, admin, made.id, role);
  await note(env, admin, "user_invited", made.id, { name: data.name, role });
  return json({ success: true, userId: made.id });
}

const storedSchema = v.array(v.object({ name: v.string() }));

/** Before the account is deleted, so that a retry works. Other files belong to others, too. */
async function removePictures(env: FunctionEnv, id: string, as: { token: string } | "service"): Promise<void> {
  const body = { prefix: id, limit: 1000 };
  const found = await call(env, "POST", "/storage/v1/object/list/avatars", storedSchema, { as, body });
  if (found.length === 0) return;
  const prefixes = found.map(({ name }) => `${id}/${name}`);
  await call(env, "DELETE", "/storage/v1/object/avatars", v.unknown(), { as, body: { prefixes } });
}

const deletionSchema = v.object({ blockers: v.array(v.unknown()), fresh: v.boolean() });

/** SQL checks and deletes; only storage can remove the pictures. */
async function deleteOwnAccount(request: Request, env: FunctionEnv): Promise<Response> {
  const me = await callerOf(request, env);
  const { blockers, fresh } = await rpc(env, "account_deletion", deletionSchema, { token: me.token });
  // A suspended person cannot write to storage, but can delete the account.
  if (fresh && blockers.length === 0) await removePictures(env, me.id, "service");
  await rpc(env, "delete_own_account", v.unknown(), { token: me.token });
  return json({ success: true, userId: me.id });
}

async function deleteUser(env: FunctionEnv, admin: Caller, body: Body): Promise<Response> {
  const id = idIn(body);
  if (id === admin.id) throw new Rejected(400, "You cannot delete your own account here");
  await removePictures(env, id, { token: admin.token });
  // A trigger removes name and address, and keeps reports, rewards and the ledger.
  await call(env, "DELETE", `/auth/v1/admin/users/${id}`, v.unknown(), { as: "service" });
  await note(env, admin, "user_deleted", id, {});
  return json({ success: true, userId: id });
}

/** For a lost phone: the person signs in with the password and enrols another one. */
async function resetSecondFactor(env: FunctionEnv, admin: Caller, body: Body): Promise<Response> {
  const id = idIn(body);
  const factors = await call(env, "GET", `/auth/v1/admin/users/${id}/factors`, factorsSchema, { as: "service" });
  for (const factor of factors)
    await call(env, "DELETE", `/auth/v1/admin/users/${id}/factors/${factor.id}`, v.unknown(), { as: "service" });
  await note(env, admin, "second_factor_reset", id, { removed: factors.length });
  return json({ success: true, userId: id, removed: factors.length });
}

async function cleanTestData(env: FunctionEnv, admin: Caller): Promise<Response> {
  const as = { token: admin.token };
  const { removed, objects } = await rpc(env, "clean_sample_data", cleanedSchema, as);
  for (const bucket of new Set(objects.map((object) => object.bucket))) {
    const prefixes = objects.filter((object) => object.bucket === bucket).map((object) => object.name);
    await call(env, "DELETE", `/storage/v1/object/${bucket}`, v.unknown(), { as, body: { prefixes } });
  }
  return json({ success: true, removed, deletedFiles: objects.length });
}

async function answer(request: Request, env: FunctionEnv): Promise<Response> {
  if (request.method !== "POST") return json({ error: "Method not allowed" }, 405);
  const { pathname } = new URL(request.url);
  if (pathname.endsWith("/delete-own-account")) return deleteOwnAccount(request, env);
  const admin = await adminOf(request, env);
  const body = await bodyOf(request);
  if (pathname.endsWith("/clean-test-data")) return cleanTestData(env, admin);
  if (body.action === "updateUserRole") return updateUserRole(env, admin, body);
  if (body.action === "inviteUser") return inviteUser(env, admin, body);
  if (body.action === "deleteUser") return deleteUser(env, admin, body);
  if (body.action === "resetSecondFactor") return resetSecondFactor(env, admin, body);
  return json({ error: "Unknown action" }, 400);
}

export const handler = withRejections(answer);
