// Texts of the public pages for readers without scripts (public-pages.ts), by language. Servers do
// not have the app's message catalogs.
import type { serverTexts } from "./server-texts.ts";

export interface PageTexts {
  store: string;
  newest: string;
  apps: string;
  testers: string;
  minutes: (count: number) => string;
  hours: (count: number) => string;
  reward: (amount: number, currency: string) => string;
  apply: string;
  organization: (name: string) => string;
  build: (title: string, version: string, developer: string) => string;
}

const money = (language: string, amount: number, currency: string) =>
  new Intl.NumberFormat(language, { style: "currency", currency }).format(amount);

const pageTexts: Readonly<Record<keyof typeof serverTexts, PageTexts>> = {
  en: {
    store: "App Store",
    newest: "Newest apps",
    apps: "Apps",
    testers: "Looking for testers right now",
    minutes: (count) => `about ${count} minutes`,
    hours: (count) => `about ${count} hours`,
    reward: (amount, currency) => `Reward: ${money("en", amount, currency)}`,
    apply: "Sign up to apply",
    organization: (name) => `Apps and beta tests of ${name} on Betaflock.`,
    build: (title, version, developer) =>
      `Version ${version} of ${title} by ${developer}: open it on the device that you test with.`,
  },
  es: {
    store: "Tienda de apps",
    newest: "Apps más recientes",
    apps: "Apps",
    testers: "Buscan testers ahora mismo",
    minutes: (count) => `unos ${count} minutos`,
    hours: (count) => `unas ${count} horas`,
    reward: (amount, currency) => `Recompensa: ${money("es", amount, currency)}`,
    apply: "Regístrate para solicitar plaza",
    organization: (name) => `Apps y pruebas beta de ${name} en Betaflock.`,
    build: (title, version, developer) =>
      `Versión ${version} de ${title}, de ${developer}: ábrela en el dispositivo con el que pruebas.`,
  },
};

/** A language with texts: the requested one, else English. */
export const spoken = (language: string): keyof typeof pageTexts =>
  Object.hasOwn(pageTexts, language) ? (language as keyof typeof pageTexts) : "en";

export const pageTextsIn = (language: string): PageTexts => pageTexts[spoken(language)];
