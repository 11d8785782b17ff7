// GoTrue's responses at /auth/v1: statuses, codes and messages of internal/api in
// github.com/supabase/auth.
import { aList, aString, type Case, oneOf } from "./case.ts";

const rejected = (status: number, error_code: string, msg: string | RegExp) => ({
  status,
  body: { code: status, error_code, msg },
  headers: { "x-sb-error-code": error_code },
});
const says = (title: string, path: string, json: unknown, expected: ReturnType<typeof rejected>): Case => ({
  title,
  ask: ({ ask }) => ask(`/auth/v1${path}`, { json }),
  expected,
});
const invalid = "validation_failed";

const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as Record<string, unknown>;

export const authCases: readonly Case[] = [
  says(
    "a sign-up without an address is an anonymous one, and rejected: 422",
    "/signup",
    {},
    rejected(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled"),
  ),
  says(
    "a sign-up without a password is 400",
    "/signup",
    { email: "conformance@example.com" },
    rejected(400, invalid, "Signup requires a valid password"),
  ),
  says(
    "an address that is none is 400",
    "/signup",
    { email: "nonsense", password: "correct horse Battery 1!" },
    rejected(400, invalid, "Unable to validate email address: invalid format"),
  ),
  says(
    "a login without an address is 400",
    "/token?grant_type=password",
    {},
    rejected(400, invalid, "missing email or phone"),
  ),
  says(
    "a wrong password is 400 invalid_credentials",
    "/token?grant_type=password",
    { email: "conformance-nobody@example.com", password: "wrong" },
    rejected(400, "invalid_credentials", "Invalid login credentials"),
  ),
  says(
    "a refresh token that is none is 400",
    "/token?grant_type=refresh_token",
    { refresh_token: "none" },
    rejected(400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found"),
  ),
  says(
    "a grant that is none is 400",
    "/token?grant_type=none",
    {},
    rejected(400, "invalid_credentials", "unsupported_grant_type"),
  ),
  says(
    "a link's token that is none is 403 otp_expired",
    "/verify",
    { type: "signup", token_hash: "none" },
    rejected(403, "otp_expired", "Email link is invalid or has expired"),
  ),
  says(
    "a check without a token is 400",
    "/verify",
    { type: "signup" },
    rejected(400, invalid, /^Verify requires (either )?a token or a token hash$/),
  ),
  {
    title: "a body that is no JSON is 400 bad_json",
    ask: ({ ask }) => ask("/auth/v1/signup", { headers: { "content-type": "application/json" }, body: "{" }),
    expected: rejected(400, "bad_json", /^Could not parse request body as JSON/),
  },
  {
    title: "a user is nobody without a token: 401, and with a broken one 403",
    async ask({ ask }) {
      const none = await ask("/auth/v1/user");
      const broken = await ask("/auth/v1/user", { headers: { authorization: "Bearer a.b.c" } });
      return { none, broken };
    },
    expected: {
      none: rejected(401, "no_authorization", "This endpoint requires a valid Bearer token"),
      broken: rejected(403, "bad_jwt", /^invalid JWT: /),
    },
  },
  {
    // internal/api/jwks.go never shows a shared secret.
    title: "JWKS has the public keys, and may be kept for a while",
    ask: ({ ask }) => ask("/auth/v1/.well-known/jwks.json"),
    expected: { status: 200, body: { keys: aList }, headers: { "cache-control": "public, max-age=600" } },
  },
  {
    title: "settings say what can be signed in with",
    ask: ({ ask }) => ask("/auth/v1/settings"),
    expected: { status: 200, body: { external: { email: true }, disable_signup: false } },
  },
  {
    // AccessTokenClaims in internal/tokens/service.go.
    title: "an access token has GoTrue's claims, the phone among them",
    secret: true,
    ask: async ({ person }) => claimsOf((await person()).token),
    expected: {
      ...{ iss: /\/auth\/v1$/, sub: aString, aud: "authenticated", role: "authenticated", session_id: aString },
      ...{ email: /@example\.com$/, phone: "", app_metadata: { provider: "email" }, user_metadata: {} },
      ...{ aal: "aal1", amr: [{ method: "password" }], is_anonymous: false },
    },
  },
  {
    title: "a refreshed token has them too",
    secret: true,
    async ask({ person }) {
      const owner = await person();
      const { data, error } = await owner.client.auth.refreshSession();
      if (error || !data.session) throw error;
      owner.token = data.session.access_token;
      return claimsOf(owner.token);
    },
    expected: { phone: "", email: aString, session_id: aString, is_anonymous: false },
  },
  {
    title: "the admin's calls are 403 not_admin without the secret key",
    secret: true,
    async ask({ ask, person }) {
      const nobody = await ask("/auth/v1/admin/users");
      const somebody = await ask("/auth/v1/admin/users", { as: await person() });
      return { nobody: nobody.status, somebody };
    },
    expected: { nobody: oneOf(401, 403), somebody: rejected(403, "not_admin", "User not allowed") },
  },
  {
    title: "an account that is not there is 404, a second one of an address 422",
    secret: true,
    async ask({ ask, person }) {
      const none = await ask("/auth/v1/admin/users/00000000-0000-4000-8000-000000000000", { as: "service" });
      const { email } = await person();
      return { none, again: await ask("/auth/v1/admin/users", { as: "service", json: { email } }) };
    },
    expected: {
      none: rejected(404, "user_not_found", "User not found"),
      again: rejected(422, "email_exists", "A user with this email address has already been registered"),
    },
  },
  {
    // adminGenerateLink in internal/api/mail.go.
    title: "generateLink for a sign-up makes the account, and its token confirms it",
    secret: true,
    async ask({ address, anon, service }) {
      const email = address();
      const made = await service.auth.admin.generateLink({
        ...{ type: "signup", email, password: "correct horse Battery 1!", options: { data: { name: "Lina Link" } } },
      });
      const confirmed = await anon.auth.verifyOtp({
        ...{ type: "signup", token_hash: made.data.properties?.hashed_token ?? "" },
      });
      const again = await service.auth.admin.generateLink({
        type: "signup",
        email,
        password: "correct horse Battery 1!",
      });
      return { made, at: confirmed.data.user?.email_confirmed_at, again: again.error };
    },
    expected: {
      made: {
        error: null,
        data: {
          properties: {
            ...{ action_link: /\/verify\?.*type=signup/, email_otp: /^\d{6,10}$/, hashed_token: aString },
            ...{ verification_type: "signup", redirect_to: /^https?:/ },
          },
          user: { id: aString, email: /@example\.com$/, user_metadata: { name: "Lina Link" } },
        },
      },
      ...{ at: aString, again: { status: 422, code: "email_exists" } },
    },
  },
  {
    title: "generateLink for a changed address gives one link for each address, and both change it",
    secret: true,
    async ask({ address, anon, service }) {
      const email = address();
      const newEmail = address();
      const { data } = await service.auth.admin.createUser({
        ...{ email, email_confirm: true, user_metadata: { name: "Chad Change" } },
      });
      const current = await service.auth.admin.generateLink({ type: "email_change_current", email, newEmail });
      const next = await service.auth.admin.generateLink({ type: "email_change_new", email, newEmail });
      for (const { data: made } of [current, next]) {
        const { error } = await anon.auth.verifyOtp({
          ...{ type: "email_change", token_hash: made.properties?.hashed_token ?? "" },
        });
        if (error) throw error;
      }
      const { data: changed } = await service.auth.admin.getUserById(data.user?.id ?? "");
      return { current, next, changed: changed.user?.email === newEmail };
    },
    expected: {
      current: {
        data: { properties: { verification_type: "email_change_current", action_link: /type=email_change/ } },
      },
      next: { data: { properties: { verification_type: "email_change_new", action_link: /type=email_change/ } } },
      changed: true,
    },
  },
  {
    title: "generateLink gives a magic link, a recovery and an invitation",
    secret: true,
    async ask({ address, anon, person, service }) {
      const { email } = await person();
      const magic = await service.auth.admin.generateLink({ type: "magiclink", email });
      const opened = await anon.auth.verifyOtp({
        type: "magiclink",
        token_hash: magic.data.properties?.hashed_token ?? "",
      });
      const recovery = await service.auth.admin.generateLink({ type: "recovery", email });
      const invited = await service.auth.admin.generateLink({
        ...{ type: "invite", email: address(), options: { data: { name: "Ina Invited" } } },
      });
      return { session: opened.data.session, recovery: recovery.data, invited: invited.data };
    },
    expected: {
      session: { access_token: aString },
      recovery: { properties: { verification_type: "recovery", action_link: /type=recovery/ } },
      invited: {
        properties: { verification_type: "invite", action_link: /type=invite/ },
        user: { invited_at: aString },
      },
    },
  },
  {
    title: "generateLink rejects what it cannot do: an unknown account 404, a kind 400, a taken address 422",
    secret: true,
    async ask({ address, ask, person, service }) {
      const { email } = await person();
      const other = address();
      await service.auth.admin.createUser({ email: other, user_metadata: { name: "Olga Other" } });
      const link = (json: object) => ask("/auth/v1/admin/generate_link", { as: "service", json });
      const nobody = await link({ type: "recovery", email: "conformance-nobody@example.com" });
      const kind = await link({ type: "nothing", email });
      const taken = await link({ type: "email_change_new", email, new_email: other });
      const unreadable = await link({ type: "magiclink", email: "nonsense" });
      return { nobody, kind, taken, unreadable };
    },
    expected: {
      nobody: rejected(404, "user_not_found", "User with this email not found"),
      kind: rejected(400, invalid, "Invalid email action link type requested: nothing"),
      taken: rejected(422, "email_exists", "A user with this email address has already been registered"),
      unreadable: rejected(400, invalid, "Unable to validate email address: invalid format"),
    },
  },
];
