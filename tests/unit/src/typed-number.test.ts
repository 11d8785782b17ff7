import { describe, expect, test } from "vitest";
import { parseNumber, typedNumber } from "../../../src/lib/typed-number.ts";

const read = (text: string, locale: string) => {
  const parsed = parseNumber(text, locale);
  return parsed.ok ? parsed.value : parsed.problem;
};

describe("parses a typed number by the user's language, or rejects it", () => {
  test.each<[text: string, en: number | string | null, es: number | string | null]>([
    ["", null, null],
    ["  ", null, null],
    ["20", 20, 20],
    ["12.50", 12.5, 12.5],
    ["12,50", 12.5, 12.5],
    ["12,5", 12.5, 12.5],
    ["1,250", 1250, 1.25],
    ["1.250", 1.25, 1250],
    ["1,250.00", 1250, "separators"],
    ["1.250,00", "separators", 1250],
    ["1,25,000", "separators", "separators"],
    ["12,500,00", "separators", "separators"],
    ["1.2.3", "separators", "separators"],
    ["1 250", 1250, 1250],
    ["1\u202f250,50", 1250.5, 1250.5],
    ["1'250.50", 1250.5, 1250.5],
    ["1 2", "separators", "separators"],
    [".5", 0.5, 0.5],
    ["5.", 5, "separators"],
    ["5,", "separators", 5],
    ["007", 7, 7],
    ["-5", -5, -5],
    ["\u22125", -5, -5],
    ["１２５０", 1250, 1250],
    ["٢٠", 20, 20],
    ["١٢٫٥٠", 12.5, 12.5],
    ["۱۲۵۰", 1250, 1250],
    ["२०", 20, 20],
    ["\u200e20\u200f", 20, 20],
    // A thousands group never starts with 0, so this is half a unit and not 500.
    ["0,500", 0.5, 0.5],
    ["0.500", 0.5, 0.5],
    ["0,125", 0.125, 0.125],
    ["007,500", "separators", 7.5],
    ["0 500", "separators", "separators"],
    ["1\t250", "not_a_number", "not_a_number"],
    ["12\n500", "not_a_number", "not_a_number"],
    ["1\u2009250", 1250, 1250],
    ["1\u3000250", 1250, 1250],
    ["1’250’000,5", 1250000.5, 1250000.5],
    ["12'50", "separators", "separators"],
    ["1250'000", "separators", "separators"],
    ["12,34,56,789", "separators", "separators"],
    ["1.250.000,50", "separators", 1250000.5],
    ["1,250,000.50", 1250000.5, "separators"],
    ["1.2345", 1.2345, "separators"],
    ["1000,000", "separators", 1000],
    ["１２，５", 12.5, 12.5],
    ["−１２", -12, -12],
    ["-0", 0, 0],
    ["\u061c12\u200b", 12, 12],
    ["𝟏𝟐", 12, 12],
    ["999999999999999", 999999999999999, 999999999999999],
    ["1234567890123456", "too_long", "too_long"],
    [`0.${"0".repeat(60)}1`, "too_long", "too_long"],
    ...([
      "1e3",
      "$15",
      "15 €",
      "15 USD",
      "0x10",
      "½",
      "1/2",
      "1.5k",
      "Infinity",
      "NaN",
      "--5",
      "5-",
      ".",
      ",",
      "abc",
      "1e",
      "5%",
      "2⁵",
      "⁵",
      "①",
      "12½",
      "Ⅻ",
      "十二",
      "12円",
      "￥12",
      "12,-",
      "12.–",
      "(12)",
      "12:50",
      "10-20",
      "1_250",
      "1n",
      "12´50",
    ].map((text) => [text, "not_a_number", "not_a_number"]) as [string, string, string][]),
  ])("%j is %j in English and %j in Spanish", (text, en, es) => {
    expect(read(text, "en")).toBe(en);
    expect(read(text, "es")).toBe(es);
  });
});

test("a formatted number parses back to itself", () => {
  expect(typedNumber(1250.5, "en")).toBe("1250.5");
  expect(typedNumber(1250.5, "es")).toBe("1250,5");
  expect(typedNumber(20, "ar-EG")).toBe("20");
  for (const locale of ["en", "es", "de", "de-CH", "fr", "pt-BR", "hi", "ar-EG"])
    for (const n of [0, 1, 12.5, 0.01, 1250, 123456.78, 1_000_000, -3])
      expect(read(typedNumber(n, locale), locale)).toBe(n);
});
