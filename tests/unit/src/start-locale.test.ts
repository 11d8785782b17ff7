import { afterEach, expect, test, vi } from "vitest";
import { startLocale } from "../../../src/i18n/i18n.ts";

const site = { language: "", multilingual: true, followsBrowser: true };
const visit = (languages: string[], chosen?: string) => {
  vi.stubGlobal("navigator", { languages });
  vi.stubGlobal("window", { localStorage: { getItem: () => chosen ?? null } });
};
afterEach(() => vi.unstubAllGlobals());

test("S25 S30 a first visit follows the browser's language only where the admins allow it", () => {
  visit(["fr-FR", "es-MX", "en"]);
  expect(startLocale(site)).toBe("es");
  expect(startLocale({ ...site, followsBrowser: false })).toBe("en");
  expect(startLocale({ ...site, language: "en" })).toBe("es");
  expect(startLocale({ ...site, language: "es", followsBrowser: false })).toBe("es");
  visit(["fr-FR"]);
  expect(startLocale(site)).toBe("en");
  expect(startLocale({ ...site, language: "es" })).toBe("es");
});

test("S30 an explicit choice wins over the browser's language, and a single language over both", () => {
  visit(["es-ES"], "en");
  expect(startLocale(site)).toBe("en");
  expect(startLocale({ ...site, multilingual: false, language: "es" })).toBe("es");
  visit(["es-ES"]);
  expect(startLocale({ ...site, multilingual: false })).toBe("en");
});
