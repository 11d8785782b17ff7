import { setupI18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Chart } from "../../../src/ui/chart/chart.tsx";

const i18n = setupI18n({ locale: "en", messages: { en: {} } });

/** The caption of a chart with so many columns, as the class and the text of its paragraph. */
function captionOf(columns: number): { look: string; text: string } | null {
  const points = Array.from({ length: columns }, (_, n) => ({ at: `Day ${n + 1}`, reports: n }));
  const html = renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <Chart
        {...{ points, title: "Reports", unit: "Day", height: 200, at: (day: string) => day, value: String }}
        series={[{ key: "reports", label: "Reports", colour: "accent" }]}
      />
    </I18nProvider>,
  );
  const found = /<p class="([^"]*)">(.*?)<\/p>/.exec(html.replaceAll("<!-- -->", ""));
  return found && { look: found[1] ?? "", text: found[2] ?? "" };
}

test("R9 S19 a chart with more columns than labels says which they are: up to twelve on a phone, more everywhere", () => {
  expect(captionOf(4)).toBeNull();
  expect(captionOf(6)).toMatchObject({ look: expect.stringContaining("md:hidden") });
  expect(captionOf(12)).toMatchObject({ look: expect.stringContaining("md:hidden") });
  expect(captionOf(30)).toMatchObject({ look: expect.not.stringContaining("md:hidden") });
  expect(captionOf(6)?.text).toContain("Day 1");
  expect(captionOf(6)?.text).toContain("Day 6");
});
