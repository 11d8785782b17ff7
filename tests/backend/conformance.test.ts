// Runs the conformance suite (tests/backend/conformance/) against the embedded backend.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ListeningBackend } from "../../supabase/local/backend.ts";
import { startOwnBackend } from "../fixtures/backend/own-backend.ts";
import { engines } from "../fixtures/engines.ts";
import { long } from "../fixtures/long.ts";
import { failureOfCase } from "./conformance/case.ts";
import { openProject, type Project } from "./conformance/project.ts";
import { suite } from "./conformance/suite.ts";

describe.each(engines)("on %s", (kind) => {
  let backend: ListeningBackend;
  let project: Project;
  beforeAll(async () => {
    backend = await startOwnBackend({ schedule: false }, kind);
    project = openProject({ url: backend.url, key: backend.publishableKey, secretKey: backend.serviceKey });
  }, 120_000);
  afterAll(async () => {
    await project?.end();
    await backend?.stop();
  });

  describe.each(suite)("$service", ({ cases }) => {
    test.each(cases)("$title", long, async (each) => {
      expect(await failureOfCase(each, project)).toBeUndefined();
    });
  });

  test("a run leaves no data", long, async () => {
    await project.end();
    const [left] = await backend.sql(
      `select (select count(*)::int from auth.users) as people, (select count(*)::int from storage.objects) as objects,
        (select count(*)::int from public.contact_messages) as messages,
        (select count(*)::int from storage.buckets where id like 'conformance%') as buckets`,
    );
    expect(left).toEqual({ people: 0, objects: 0, messages: 0, buckets: 0 });
  });
});
