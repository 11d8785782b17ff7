// The conformance suite: responses of Supabase's services, as cases for the embedded backend
// (tests/backend/conformance.test.ts) and for any project (npm run test:conformance).
import { authCases } from "./auth.ts";
import type { Group } from "./case.ts";
import { functionCases } from "./functions.ts";
import { realtimeCases } from "./realtime.ts";
import { restCases } from "./rest.ts";
import { embedCases } from "./rest-embeds.ts";
import { storageCases } from "./storage.ts";
import { uploadCases } from "./storage-uploads.ts";

export const suite: readonly Group[] = [
  { service: "rest", cases: [...restCases, ...embedCases] },
  { service: "storage", cases: [...storageCases, ...uploadCases] },
  { service: "auth", cases: authCases },
  { service: "realtime", cases: realtimeCases },
  { service: "functions", cases: functionCases },
];
