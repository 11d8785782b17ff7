import { expect, test } from "vitest";
import { storing } from "../../../sync/database/device-db.ts";

test("O1 a write to a full or denied disk returns a failure, wrapped or not, and a bug still throws", async () => {
  const full = new DOMException("no room", "QuotaExceededError");
  const wrapped = Object.assign(new Error("aborted"), { name: "AbortError", inner: full });
  expect(await storing(async () => "kept")).toEqual({ ok: true, value: "kept" });
  for (const error of [full, wrapped])
    expect(await storing(() => Promise.reject(error))).toEqual({ ok: false, error: { type: "storage_full" } });
  await expect(storing(() => Promise.reject(new TypeError("a bug")))).rejects.toThrow("a bug");
});
