// Dates from date fields, including partly typed ones such as years with two or five digits.
import { i18n } from "@lingui/core";
import * as v from "valibot";
import { expect, test } from "vitest";
import { emptyRelease, releaseForm } from "../../../src/features/catalog/screens/developer-app/release-values.ts";
import { fourDigitYear } from "../../../src/ui/day-schema.ts";

i18n.loadAndActivate({ locale: "en", messages: {} });
const day = v.pipe(v.string(), fourDigitYear);

test.each([
  ...["", "2026-11-29", "2028-02-29", "1999-12-31", "9999-12-31"].map((text) => [text, true] as const),
  ...["0026-11-29", "0202-06-01", "20266-01-01", "202611-01-01", "+020266-01-01", "26-11-29", "29/11/2026"].map(
    (text) => [text, false] as const,
  ),
])("a date field with %j is valid: %s", (text, fine) => {
  expect(v.is(day, text)).toBe(fine);
});

test("rejects a year with five digits as a build's last day before converting it to an instant", () => {
  const form = releaseForm("2026-11-29", emptyRelease);
  const values = { ...emptyRelease, version: "1", kind: "link" as const, link_url: "https://a.test/x" };
  expect(v.is(form, { ...values, last_day: "20266-01-01" })).toBe(false);
  expect(v.is(form, { ...values, last_day: "2028-02-29" })).toBe(true);
});
