// The product's languages, by their own names. The SQL check of `accounts.language` and the texts
// of supabase/functions have the same ones (tests/sql/bridge.test.ts).
export const languageNames = { en: "English", es: "Español" } as const;

export type Language = keyof typeof languageNames;
export const languages = Object.keys(languageNames) as Language[];

/** Languages that admins can choose. Shown in English until they are translated. */
export const plannedLanguages = ["fr", "de", "pt"] as const;

export const defaultLanguage: Language = "en";
