import { setupI18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { DataTable } from "../../../src/ui/data-table.tsx";

test("B16 the card of a row on a phone has no label without a value", () => {
  const html = renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: "en", messages: { en: {} } })}>
      <DataTable
        caption="Results"
        columns={[
          { key: "pick", header: "Select", cell: (name: string) => name === "Ada" && <input type="checkbox" /> },
          { key: "name", header: "Tester", primary: true, cell: (name) => name },
        ]}
        rows={["Ada", "Ben"]}
        keyOf={(name) => name}
      />
    </I18nProvider>,
  );
  const hidden = [...html.matchAll(/<td class="([^"]*)"/g)].map(([, look]) => look?.includes("max-lg:hidden"));
  expect(hidden).toEqual([false, true]);
});
