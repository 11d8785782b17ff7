// The API's OpenAPI 3.1 document, generated from the schemas that validate requests.
import { toJsonSchema } from "@valibot/to-json-schema";
import type { GenericSchema } from "valibot";
import { lengthInCodePoints } from "../../../sync/inputs/json-schema.ts";
import { type ProblemType, problemTypes } from "./problems.ts";
import { newRelease, problem, release, releaseList } from "./schemas.ts";

function schemaOf(schema: GenericSchema, typeMode: "input" | "output"): object {
  const { $schema, ...rest } = toJsonSchema(schema, { typeMode, overrideAction: lengthInCodePoints });
  return rest;
}

const pathParameter = (name: string, description: string) => ({
  ...{ name, in: "path", required: true, description },
  schema: { type: "string", format: "uuid" },
});
const app = pathParameter("app", "Id of the app: the last part of its address among your apps.");
const releaseId = pathParameter("release", "Id of the release.");

const json = (ref: string) => ({ "application/json": { schema: { $ref: `#/components/schemas/${ref}` } } });

const everywhere: readonly ProblemType[] = [
  ...(["invalid_token", "not_found", "method_not_allowed", "rate_limited", "internal", "unavailable"] as const),
];

/** Responses of an endpoint: its success, and one for each status of its problems. */
function responses(status: number, description: string, schema: string, ...types: ProblemType[]): object {
  const problems = new Map<number, string[]>();
  for (const type of [...everywhere, ...types]) {
    const { status: code } = problemTypes[type];
    problems.set(code, [...(problems.get(code) ?? []), `\`urn:betaflock:problem:${type}\``]);
  }
  return Object.fromEntries([
    [String(status), { description, content: json(schema) }],
    ...[...problems].map(([code, names]) => [
      String(code),
      {
        description: names.join(", "),
        content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
      },
    ]),
  ]);
}

export function openApi(): object {
  return {
    openapi: "3.1.0",
    info: {
      title: "Betaflock API",
      version: "1",
      description: "Uploads and publishes builds from CI. Tokens are made in the organization's settings.",
    },
    // Relative to the document: /api/v1, or /functions/v1/api/v1 on Supabase.
    servers: [{ url: "." }],
    security: [{ token: [] }],
    paths: {
      "/apps/{app}/releases": {
        parameters: [app],
        get: {
          operationId: "listReleases",
          summary: "Releases of an app, the newest first",
          parameters: [
            {
              ...{ name: "limit", in: "query" },
              schema: { type: "integer", minimum: 1, maximum: 100, default: 20 },
            },
            {
              ...{ name: "cursor", in: "query", schema: { type: "string" } },
              description: "`next_cursor` of the page before.",
            },
          ],
          responses: responses(200, "A page of releases", "ReleaseList", "invalid_request"),
        },
        post: {
          operationId: "createRelease",
          summary: "Make a draft of a release, and get the address for its file",
          parameters: [
            {
              ...{ name: "Idempotency-Key", in: "header", required: true },
              description: "The same key and body make no second release within 24 hours.",
              schema: { type: "string", minLength: 1, maxLength: 255 },
            },
          ],
          requestBody: { required: true, content: json("NewRelease") },
          responses: responses(
            ...([201, "The draft. PATCH `upload.url` with the file.", "Release"] as const),
            ...(["invalid_request", "idempotency_key_missing", "idempotency_key_reused", "invalid"] as const),
            ...(["quota", "too_large", "wrong_type", "wrong_state", "forbidden"] as const),
          ),
        },
      },
      "/apps/{app}/releases/{release}": {
        parameters: [app, releaseId],
        get: {
          operationId: "readRelease",
          summary: "One release: how much of its file has arrived, and whether it has been read",
          // Starts the upload of a missing file.
          responses: responses(200, "The release", "Release", "forbidden", "invalid", "too_large"),
        },
      },
      "/apps/{app}/releases/{release}/publish": {
        parameters: [app, releaseId],
        post: {
          operationId: "publishRelease",
          summary: "Publish a release whose file has arrived and been read",
          responses: responses(
            ...([200, "The published release", "Release"] as const),
            ...(["not_arrived", "not_checked", "wrong_state", "invalid", "damaged", "forbidden"] as const),
          ),
        },
      },
      "/openapi.json": {
        get: {
          ...{ operationId: "readDocument", summary: "This document", security: [] },
          responses: { "200": { description: "OpenAPI 3.1", content: { "application/json": {} } } },
        },
      },
    },
    components: {
      securitySchemes: { token: { type: "http", scheme: "bearer", description: "`bft_…`, scope `builds:write`" } },
      schemas: {
        NewRelease: schemaOf(newRelease, "input"),
        Release: schemaOf(release, "output"),
        ReleaseList: schemaOf(releaseList, "output"),
        Problem: schemaOf(problem, "output"),
      },
    },
  };
}
