import { expect, test } from "vitest";
import { firstStepOf } from "../../../src/features/applications/first-step.ts";

const brief = { build_url: "" };
const file = { kind: "file", status: "published" } as const;

test("S9 S10 the first step of an accepted tester fits the build: a file, a link, the app's page, none", () => {
  expect(firstStepOf(brief, file, null)).toBe("install");
  expect(firstStepOf(brief, { ...file, kind: "link" }, null)).toBe("open");
  // The address of the brief comes before everything else.
  expect(firstStepOf({ build_url: "https://beta.example.test" }, { ...file, status: "withdrawn" }, "app")).toBe("open");
  expect(firstStepOf({ build_url: "soon" }, file, "app")).toBe("install");
  expect(firstStepOf(brief, { ...file, status: "withdrawn" }, "app")).toBe("wait");
  expect(firstStepOf(brief, null, "app")).toBe("get");
  expect(firstStepOf(brief, null, null)).toBe("open");
});
