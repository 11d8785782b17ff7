import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Field } from "../../../src/ui/field.tsx";

i18n.loadAndActivate({ locale: "en", messages: {} });

test.each([true, false])("an optional field's label has a space before the word optional (group: %s)", (group) => {
  const html = renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <Field label="Developer" optional group={group}>
        <input />
      </Field>
    </I18nProvider>,
  );
  expect(html.replace(/<[^>]+>/g, "")).toMatch(/^Developer \S+$/);
});
