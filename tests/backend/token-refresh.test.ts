// Refresh tokens work once, have one successor, and a copy ends the session. Over raw HTTP, on both
// databases.
import { Secret, TOTP } from "otpauth";
import { describe, expect, test } from "vitest";
import { codeOf, useAuthService } from "../fixtures/backend/auth-service.ts";
import { clientOf, password } from "../fixtures/backend/project.ts";
import { ruleEngines } from "../fixtures/engines.ts";

describe.each(ruleEngines)("refresh tokens on %s", (engine) => {
  const { backend, call, newAddress, signUp, refresh } = useAuthService(engine);

  test("T1 twenty concurrent refreshes with one token have one successor", async () => {
    const { refreshToken } = await signUp();
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(refreshToken)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1);
    const [left] = await backend().sql(
      "select count(*)::int as n from auth.refresh_tokens where not revoked and session_id = (select session_id from auth.refresh_tokens where token = $1)",
      [refreshToken],
    );
    expect(left).toEqual({ n: 1 });
  });

  test("T1 a lost response ends no session, however late the token is used again", async () => {
    const { refreshToken } = await signUp();
    const first = (await refresh(refreshToken)).body.refresh_token;
    await backend().sql("update auth.refresh_tokens set updated_at = updated_at - interval '1 day'");
    expect((await refresh(refreshToken)).body.refresh_token).toBe(first);
  });

  test("T1 a slower tab gets the newest token within ten seconds; a later copy ends the session for both", async () => {
    const { refreshToken, token } = await signUp();
    const first = (await refresh(refreshToken)).body.refresh_token ?? "";
    const second = (await refresh(first)).body.refresh_token ?? "";
    expect((await refresh(refreshToken)).body.refresh_token).toBe(second);
    await backend().sql("update auth.refresh_tokens set updated_at = updated_at - interval '11 seconds'");
    expect(codeOf(await refresh(refreshToken))).toEqual([400, "refresh_token_already_used"]);
    expect(codeOf(await refresh(second))).toEqual([400, "refresh_token_already_used"]);
    expect((await call("/user", undefined, { token })).status).toBe(200);
  });

  test("T13 a token from before the second factor leads to none of those after it, and ends nothing", async () => {
    const client = clientOf(backend());
    const email = newAddress();
    const { data } = await client.auth.signUp({ email, password, options: { data: { name: "Fay Factor" } } });
    const before = data.session?.refresh_token ?? "";
    const { data: enrolled } = await client.auth.mfa.enroll({ factorType: "totp", friendlyName: "Phone" });
    const code = new TOTP({ secret: Secret.fromBase32(enrolled?.totp.secret ?? "") }).generate();
    const verified = await client.auth.mfa.challengeAndVerify({ factorId: enrolled?.id ?? "", code });
    expect(verified.error).toBeNull();
    expect((await refresh(before)).status).toBe(400);
    expect((await client.auth.refreshSession()).error).toBeNull();
  });
});
