// Texts of page-descriptions.ts by language. Servers do not have the app's message catalogs.
import type { serverTexts } from "./server-texts.ts";
import { formatMoney } from "./text-writers.ts";

export interface PageTexts {
  store: string;
  newest: string;
  apps: string;
  testers: string;
  minutes: (count: number) => string;
  hours: (count: number) => string;
  reward: (minor: number, currency: string) => string;
  apply: string;
  organization: (name: string) => string;
  build: (title: string, version: string, developer: string) => string;
}

const pageTexts: Readonly<Record<keyof typeof serverTexts, PageTexts>> = {
  en: {
    store: "App Store",
    newest: "Newest apps",
    apps: "Apps",
    testers: "Looking for testers right now",
    minutes: (count) => `about ${count} minutes`,
    hours: (count) => `about ${count} hours`,
    reward: (minor, currency) => `Reward: ${formatMoney(minor, currency, "en")}`,
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
    reward: (minor, currency) => `Recompensa: ${formatMoney(minor, currency, "es")}`,
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
