import { setupI18n, i18n as shared } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { isolated } from "../../../src/i18n/isolate.ts";
import { Trans } from "../../../src/i18n/trans.tsx";
import { TextArea, TextInput } from "../../../src/ui/inputs.tsx";

vi.mock("virtual:texts", () => ({ catalogues: {} }));

const rightToLeft = ["נועה", "سارة", "Ana \u202egnp.exe", "ܐܒܐ", "ހަބަރު"];
const leftToRight = ["Ana", "Жанна", "Ελένη", "山田", "Zoë 🏔️", "a < b"];

test("P2 isolates a right-to-left name within a sentence", () => {
  const i18n = setupI18n({ locale: "en", messages: { en: { hello: "{name} has been invited, {n} left" } } });
  const html = (name: string) =>
    renderToStaticMarkup(
      <I18nProvider i18n={i18n}>
        <Trans id="hello" values={{ name, n: 2 }} />
      </I18nProvider>,
    );
  for (const name of rightToLeft) expect(html(name)).toBe(`<bdi>${name}</bdi> has been invited, 2 left`);
  for (const name of leftToRight) expect(html(name)).not.toContain("<bdi>");
});

test("P2 isolates it in labels and toasts too, which are not HTML", async () => {
  const { translate } = await import("../../../src/i18n/i18n.ts");
  shared.loadAndActivate({ locale: "en", messages: { invited: [["name"], " has been invited"] } });
  for (const name of rightToLeft) {
    const said = `\u2068${name}\u2069 has been invited`;
    expect(translate({ id: "invited", values: { name } })).toBe(said);
    expect(shared._("invited", { name })).toBe(said);
    expect(shared.t("invited", { name })).toBe(said);
  }
  for (const name of leftToRight) expect(shared._("invited", { name })).toBe(`${name} has been invited`);
  // A text cannot end its own isolation.
  expect(isolated("\u2069\u202ex")).toBe("\u2068\u202ex\u2069");
});

test("P2 fields detect the direction of typed text", () => {
  expect(renderToStaticMarkup(<TextInput />)).toContain('dir="auto"');
  expect(renderToStaticMarkup(<TextArea />)).toContain('dir="auto"');
  expect(renderToStaticMarkup(<TextInput dir="ltr" />)).toContain('dir="ltr"');
});
