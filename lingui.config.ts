// Where texts are found and kept. English is the source; a missing Spanish text fails the build
// (vite.config.ts).
import { defineConfig } from "@lingui/cli";
import { formatter } from "@lingui/format-po";
import { defaultLanguage, languages } from "./sync/schema/languages.ts";

export default defineConfig({
  sourceLocale: defaultLanguage,
  locales: languages,
  fallbackLocales: false,
  catalogs: [{ path: "<rootDir>/src/locales/{locale}", include: ["src"], exclude: ["src/service-worker/sw.ts"] }],
  // Line numbers would make every moved line a change of the catalogue.
  format: formatter({ lineNumbers: false }),
  orderBy: "message",
  runtimeConfigModule: { Trans: ["/src/i18n/trans.tsx", "Trans"] },
});
