import { expect, test } from "vitest";
import { reviewSearch } from "../../../src/features/reports/search.ts";
import { flag, oneOf, ownPath, searchParams, text, wholeNumber } from "../../../src/lib/search-params.ts";

const read = searchParams({ q: text, open: flag, least: wholeNumber(1), sort: oneOf(["new", "old"]), to: ownPath });

test("an address says what the page knows", () => {
  const all = { q: "a", open: true, least: 3, sort: "old", to: "/apps?q=1" };
  expect(read(all)).toEqual(all);
  expect(read({})).toStrictEqual({});
});

test.each([
  { q: 1 },
  { open: "true" },
  { least: 0 },
  { least: 1.5 },
  { least: "2" },
  { sort: "other" },
  { to: "//elsewhere.example" },
  { to: "/\\elsewhere.example" },
  { to: "https://elsewhere.example" },
  { strange: "x" },
])("an address is read without what the page does not know: %j", (search) => {
  expect(read(search)).toEqual({});
});

test("reports are filtered by a person's id, by oneself or by nobody", () => {
  const id = "3f2b8c1e-5a4d-4b6f-9c7e-0123456789ab";
  for (const assignee of ["me", "nobody", id]) expect(reviewSearch({ assignee })).toEqual({ assignee });
  for (const assignee of ["us", `${id}0`, `/${id}`]) expect(reviewSearch({ assignee }).assignee).toBeUndefined();
});
