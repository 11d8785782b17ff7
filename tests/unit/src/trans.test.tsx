import { setupI18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Trans } from "../../../src/i18n/trans.tsx";

const i18n = setupI18n({ locale: "en", messages: { en: { hello: "<0>Hello</0> {name}, {n} apps" } } });

test("P2 S30 user text appears unchanged in a translated sentence, tags included", () => {
  for (const name of ["<b>Map</b>", "<0>x</0>", "<1/>", "a < b", "Ada"]) {
    const html = renderToStaticMarkup(
      <I18nProvider i18n={i18n}>
        <Trans id="hello" values={{ name, n: 2 }} components={{ 0: <em /> }} />
      </I18nProvider>,
    );
    const written = name.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
    expect(html).toBe(`<em>Hello</em> ${written}, 2 apps`);
  }
});
