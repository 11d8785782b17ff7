import { setupI18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";

vi.mock("virtual:texts", () => ({ catalogues: {} }));
const { SavedLine } = await import("../../../src/features/reports/screens/report/saved-line.tsx");

const untouched = { type: "bug", device: "Pixel 8", updated_at: "2026-11-20T10:30:00.000Z" };
const drawn = (report: object, draft: object = {}) =>
  renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: "en", messages: { en: {} } })}>
      <SavedLine report={report as never} draft={{ failure: null, saving: false, ...draft } as never} />
    </I18nProvider>,
  );

test("S11 a report is called saved, with the date, only after the tester has entered something", () => {
  expect(drawn(untouched)).not.toContain("saved-line");
  const saved = drawn({ ...untouched, summary: "The map is dark" });
  expect(saved).toContain('data-testid="saved-line"');
  expect(saved).toContain('<time dateTime="2026-11-20T10:30:00.000Z">Nov 20, 2026, ');
  expect(drawn({ ...untouched, summary: "The map is dark" }, { saving: true })).not.toContain("saved-line");
});
