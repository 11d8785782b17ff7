import { expect, test } from "vitest";
import { formatKilobytes, formatStorage } from "../../../src/i18n/format.ts";

test("K1 sizes are in KB with two decimals, and a total equals the sum of its displayed parts", () => {
  expect(formatKilobytes(0, "en")).toBe("0.00 KB");
  expect(formatKilobytes(1, "en")).toBe("0.01 KB");
  expect(formatKilobytes(12_583_035, "es")).toBe("12.288,12 KB");
  expect(formatStorage(31, "en")).toBe("0.03 KB");
  expect(formatStorage(1024 ** 2, "en")).toBe("1 MB");
  expect(formatStorage(1.5 * 1024 ** 3, "es")).toBe("1,5 GB");
});
