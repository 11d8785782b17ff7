// The admin API for users (`auth.admin.*` of supabase-js), which lite lacks.
import { Hono } from "hono";
import { v4 as makeId } from "uuid";
import * as v from "valibot";
import { bearerOf } from "../common/token.ts";
import { accountOf } from "./accounts.ts";
import { type AuthEnv, accountData, accountEmail, accountPassword } from "./auth-input.ts";
import type { AuthOptions } from "./auth-options.ts";
import { answer, emailTaken, rejection } from "./auth-responses.ts";
import { addEmailIdentity } from "./email-change.ts";
import { createLinkGenerator } from "./generate-link.ts";
import { hashed } from "./password-hash.ts";
import type { Sessions } from "./sessions.ts";

const createSchema = v.object({
  email: accountEmail,
  password: v.optional(v.pipe(accountPassword, v.minLength(8))),
  email_confirm: v.optional(v.boolean(), false),
  user_metadata: accountData,
  app_metadata: accountData,
});
const changeSchema = v.object({ ...createSchema.entries, email: v.optional(accountEmail) });
const inviteSchema = v.object({ email: accountEmail, data: accountData });

const shown = `json_build_object('id', u.id, 'aud', u.aud, 'role', u.role, 'email', u.email, 'phone', coalesce(u.phone, ''),
  'email_confirmed_at', u.email_confirmed_at, 'invited_at', u.invited_at, 'last_sign_in_at', u.last_sign_in_at,
  'app_metadata', coalesce(u.raw_app_meta_data, '{}'), 'user_metadata', coalesce(u.raw_user_meta_data, '{}'), 'identities', '[]'::json,
  'created_at', u.created_at, 'updated_at', u.updated_at, 'is_anonymous', false)::text as shown`;

export function createAdminRoutes(options: AuthOptions, sessions: Sessions): Hono<AuthEnv> {
  const { database, mails, keys } = options;
  const notFound = (): Response => rejection(404, "user_not_found", "User not found");
  const one = async (id: string): Promise<unknown> => {
    const [row] = await database.query<{ shown: string }>(`select ${shown} from auth.users u where u.id = $1`, [id]);
    return row ? { ...JSON.parse(row.shown), factors: await sessions.factors(id) } : undefined;
  };

  interface NewUser {
    email: string;
    password?: string | undefined;
    confirmed: boolean;
    invitedWith?: string;
    own: Record<string, unknown>;
    app: Record<string, unknown>;
  }
  async function insert(user: NewUser): Promise<string> {
    const id = makeId();
    const encrypted = user.password ? await hashed(user.password) : null;
    await database.transaction(async (session) => {
      await session.query(
        `insert into auth.users (id, email, encrypted_password, email_confirmed_at, invited_at, confirmation_token, confirmation_sent_at,
           raw_user_meta_data, raw_app_meta_data)
         values ($1, $2, $3, case when $4::boolean then now() end, case when $5::text is not null then now() end, $5,
           case when $5::text is not null then now() end, $6::text::jsonb, $7::text::jsonb)`,
        [
          id,
          user.email,
          encrypted,
          user.confirmed,
          user.invitedWith ?? null,
          JSON.stringify({ ...user.own, email: user.email, email_verified: user.confirmed, sub: id }),
          JSON.stringify({ provider: "email", providers: ["email"], ...user.app }),
        ],
      );
      await addEmailIdentity(session, id, user.email, user.confirmed);
    });
    return id;
  }

  async function invite(body: unknown): Promise<Response> {
    const parsed = v.safeParse(inviteSchema, body);
    if (!parsed.success) return rejection(400, "validation_failed", "Unable to validate email address: invalid format");
    const to = parsed.output.email;
    const known = await accountOf(database, to);
    if (known?.confirmed) return emailTaken();
    // Creates the row first: an address that the database rejects must get no invitation.
    const id =
      known?.id ??
      (await insert({ email: to, confirmed: false, invitedWith: makeId(), own: parsed.output.data, app: {} }));
    const link = mails.link("invite", to);
    await database.query(
      "update auth.users set confirmation_token = $2, confirmation_sent_at = now(), invited_at = now() where id = $1",
      [id, link.hash],
    );
    await link.send();
    return answer(await one(id));
  }

  async function create(body: unknown): Promise<Response> {
    const parsed = v.safeParse(createSchema, body);
    if (!parsed.success) return rejection(400, "validation_failed", parsed.issues[0].message);
    const { user_metadata, app_metadata, email_confirm, ...rest } = parsed.output;
    if (await accountOf(database, rest.email)) return emailTaken();
    const id = await insert({ ...rest, confirmed: email_confirm, own: user_metadata, app: app_metadata });
    return answer(await one(id));
  }

  async function change(id: string, body: unknown): Promise<Response> {
    const parsed = v.safeParse(changeSchema, body);
    if (!parsed.success) return rejection(400, "validation_failed", parsed.issues[0].message);
    const wanted = parsed.output;
    const [found] = await database.query(
      `update auth.users set email = coalesce($2, email), email_change = case when $2::text is null then email_change end,
         encrypted_password = coalesce($3, encrypted_password),
         email_confirmed_at = case when $4::boolean then coalesce(email_confirmed_at, now()) else email_confirmed_at end,
         raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || $5::text::jsonb,
         raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || $6::text::jsonb, updated_at = now()
       where id = $1 returning id`,
      [
        id,
        wanted.email ?? null,
        wanted.password ? await hashed(wanted.password) : null,
        wanted.email_confirm,
        JSON.stringify(wanted.user_metadata),
        JSON.stringify(wanted.app_metadata),
      ],
    );
    if (!found) return notFound();
    if (wanted.password) await database.query("delete from auth.sessions where user_id = $1", [id]);
    return answer(await one(id));
  }

  async function list(url: URL): Promise<Response> {
    const size = Math.min(Math.max(Number(url.searchParams.get("per_page")) || 50, 1), 1000);
    const page = Math.max(Number(url.searchParams.get("page")) || 1, 1);
    const rows = await database.query<{ shown: string }>(
      `select ${shown} from auth.users u order by u.created_at, u.id limit $1 offset $2`,
      [size, (page - 1) * size],
    );
    return answer({ users: rows.map((row) => JSON.parse(row.shown)), aud: "authenticated" });
  }

  async function removeFactor(id: string, factor: string): Promise<Response> {
    const removed = await database.query("delete from auth.mfa_factors where id = $1 and user_id = $2 returning id", [
      factor,
      id,
    ]);
    if (removed.length === 0) return rejection(404, "mfa_factor_not_found", "Factor not found");
    await database.query("delete from auth.sessions where user_id = $1", [id]);
    return answer({ id: factor });
  }

  async function remove(id: string): Promise<Response> {
    const removed = await database.query("delete from auth.users where id = $1 returning id", [id]);
    return removed.length > 0 ? answer({}) : notFound();
  }

  async function show(id: string): Promise<Response> {
    const user = await one(id);
    return user ? answer(user) : notFound();
  }

  const generateLink = createLinkGenerator({
    ...options,
    show: one,
    insert: (user) => insert({ ...user, confirmed: false, app: {} }),
  });

  const uuid = "[0-9a-f-]{36}";
  const user = `/admin/users/:id{${uuid}}` as const;
  const routes = new Hono<AuthEnv>();
  for (const path of ["/admin/*", "/invite"])
    routes.use(path, async ({ req }, next) => {
      const bearer = bearerOf(req.raw.headers);
      const isService = req.header("apikey") === keys.serviceKey && (!bearer || bearer === keys.serviceKey);
      return isService ? next() : rejection(403, "not_admin", "User not allowed");
    });
  routes.post("/invite", ({ var: { body } }) => invite(body));
  routes.post("/admin/generate_link", ({ var: { body } }) => generateLink(body));
  routes.post("/admin/users", ({ var: { body } }) => create(body));
  routes.get("/admin/users", ({ req }) => list(new URL(req.url)));
  routes.get(user, ({ req }) => show(req.param("id")));
  routes.put(user, ({ req, var: { body } }) => change(req.param("id"), body));
  routes.delete(user, ({ req }) => remove(req.param("id")));
  routes.all(user, () => rejection(405, "not_found", "Method not allowed"));
  routes.all(`${user}/factors`, async ({ req }) => answer(await sessions.factors(req.param("id"))));
  routes.delete(`${user}/factors/:factor{${uuid}}`, ({ req }) => removeFactor(req.param("id"), req.param("factor")));
  routes.all(`${user}/factors/:factor{${uuid}}`, () => notFound());
  for (const path of ["/admin/*", "/invite"]) routes.all(path, () => rejection(404, "not_found", "Not found"));
  return routes;
}
