import { expect, test } from "vitest";
import { compareNames } from "../../../src/i18n/compare-names.ts";

test("S22 S24 S30 sorts names by the language's rules for accents, case and numbers", () => {
  const names = ["Person 10", "chiara", "Person 2", "Céline", "Person 1"];
  expect([...names].sort(compareNames)).toEqual(["Céline", "chiara", "Person 1", "Person 2", "Person 10"]);
});
