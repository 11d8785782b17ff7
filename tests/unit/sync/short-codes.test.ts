import { expect, test } from "vitest";
import { isShortCode, shortCode } from "../../../sync/schema/short-codes.ts";

test("B4 B12 a short code has ten digits of Crockford's base 32 for the first 48 bits of the id", () => {
  expect(shortCode("00000000-0000-4000-8000-000000000001")).toBe("0000000000");
  expect(shortCode("ffffffff-ffff-4000-8000-000000000001")).toBe("7zzzzzzzzz");
  expect(shortCode("0000000f-00ff-4000-8000-000000000001")).toBe("000000y07z");
  expect(isShortCode("7zzzzzzzzz")).toBe(true);
  expect(isShortCode("none")).toBe(false);
  expect(isShortCode("0000000f-00ff-4000-8000-000000000001")).toBe(false);
});
