// Describes public pages for link previews, search engines and browsers without scripts. Names and
// descriptions are untrusted and always pass through `escaped`, `html` or `jsonLd`.
import * as v from "valibot";
import { lookUp } from "./look-up.ts";
import { type PageTexts, pageTextsIn, spoken } from "./page-texts.ts";
import { storagePath } from "./storage-path.ts";

export interface Addresses {
  /** The app's address, without a trailing slash. */
  site: string;
  files: string;
}

const path = v.string();
const appCard = v.object({
  id: v.string(),
  title: v.string(),
  description: v.string(),
  developer_name: v.string(),
  org_id: v.string(),
  platform: v.string(),
  icon_path: path,
  version: v.string(),
  published_at: v.nullable(v.string()),
});
const tests = v.array(
  v.object({ id: v.string(), title: v.string(), effort_minutes: v.optional(v.nullable(v.number()), null) }),
);
const testPage = v.object({
  ...{ id: v.string(), title: v.string(), description: v.string(), developer_name: v.string(), org_id: v.string() },
  ...{ start_date: v.string(), end_date: v.string(), status: v.string(), max_testers: v.number() },
  ...{ testers_joined: v.number(), reward_amount_cents: v.number(), currency: v.string() },
  ...{ effort_minutes: v.nullable(v.number()), icon_path: path, has_developer_page: v.boolean() },
});
export const publicPage = v.nullable(
  v.intersect([
    v.object({ language: v.nullable(v.string()) }),
    v.variant("kind", [
      v.object({ kind: v.literal("apps"), apps: v.array(appCard) }),
      v.object({
        kind: v.literal("app"),
        app: v.object({
          ...appCard.entries,
          screenshots: v.array(path),
          has_developer_page: v.boolean(),
          rating: v.nullable(v.number()),
          ratings: v.number(),
          tests,
        }),
      }),
      v.object({
        kind: v.literal("organization"),
        organization: v.object({
          id: v.string(),
          name: v.string(),
          about: v.string(),
          website: v.string(),
          logo_path: path,
          tests,
        }),
        apps: v.array(appCard),
      }),
      v.object({ kind: v.literal("test"), test: testPage }),
      v.object({
        ...{ kind: v.literal("build"), title: v.string(), developer_name: v.string(), icon_path: path },
        version: v.string(),
      }),
    ]),
  ]),
);
type PublicPage = NonNullable<v.InferOutput<typeof publicPage>>;
type AppCard = v.InferOutput<typeof appCard>;

const escaped = (text: string): string => text.replace(/[&<>"'`]/g, (sign) => `&#${sign.charCodeAt(0)};`);
export const html = (text: string): string => escaped(text).replace(/\s+/g, " ");

/** Escapes `<`, with which a name could end the element. Browsers do not run data blocks. */
const jsonLd = (data: object): string =>
  `<script type="application/ld+json">${JSON.stringify({ "@context": "https://schema.org", ...data }).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  )}</script>`;

const shortened = (text: string): string => {
  const letters = [...text.replace(/\s+/g, " ").trim()];
  return letters.length > 200 ? `${letters.slice(0, 199).join("")}…` : letters.join("");
};

const operatingSystems: Readonly<Record<string, string>> = {
  ...{ android: "Android", ios: "iOS", macos: "macOS", web: "Web", windows: "Windows" },
};

export interface Described {
  /** Undefined: keeps the built page's title. */
  title?: string;
  description?: string;
  image: string;
  data: string;
  text: string;
  /** HTML for the placeholders of the built page (src/build/pages.ts). */
  sketch?: Readonly<Record<string, string>>;
}

const organization = (name: string, url: string | null) => ({
  ...{ "@type": "Organization", name },
  ...(url === null ? {} : { url }),
});
const link = (to: string, label: string): string => `<a href="${html(to)}">${html(label)}</a>`;
const appList = (apps: readonly AppCard[]): string =>
  `<ul>${apps.map((app) => `<li>${link(`/apps/${app.id}`, app.title)}: ${html(shortened(app.description))}</li>`).join("")}</ul>`;
/** As in src/ui/use-duration.ts: in hours from 90 minutes on. */
const effort = (minutes: number | null, texts: PageTexts): string =>
  minutes === null ? "" : `, ${minutes < 90 ? texts.minutes(minutes) : texts.hours(Math.round(minutes / 60))}`;
const testList = (found: v.InferOutput<typeof tests>, texts: PageTexts): string =>
  found.length === 0
    ? ""
    : `<h2>${texts.testers}</h2><ul>${found
        .map(
          ({ id, title, effort_minutes }) => `<li>${link(`/tests/${id}`, title)}${effort(effort_minutes, texts)}</li>`,
        )
        .join("")}</ul>`;

export function describe(pathname: string, page: PublicPage | null, { site, files }: Addresses): Described {
  const texts = pageTextsIn(page?.language ?? "");
  const toStore = `<p>${link("/apps", texts.store)}</p>`;
  const stored = (bucket: string, name: string): string => files + storagePath("public", bucket, name);
  const image = `${site}/icons/icon-512.png`;
  const us = { "@type": "Organization", name: "Betaflock", url: `${site}/`, logo: image };
  if (page?.kind === "apps") return { image, data: "", text: `<h2>${texts.newest}</h2>${appList(page.apps)}` };
  if (page?.kind === "app") {
    const { app } = page;
    const icon = app.icon_path === "" ? image : stored("app-content", app.icon_path);
    const developer = `/organizations/${app.org_id}`;
    return {
      title: `${app.title} · Betaflock`,
      description: shortened(app.description),
      image: icon,
      data: jsonLd({
        "@type": "SoftwareApplication",
        name: app.title,
        description: app.description,
        url: `${site}/apps/${app.id}`,
        image: icon,
        operatingSystem: lookUp(operatingSystems, app.platform) ?? app.platform,
        ...(app.version === "" ? {} : { softwareVersion: app.version }),
        ...(app.published_at === null ? {} : { dateModified: app.published_at }),
        ...(app.screenshots.length === 0
          ? {}
          : { screenshot: app.screenshots.map((name) => stored("app-content", name)) }),
        author: organization(app.developer_name, app.has_developer_page ? site + developer : null),
        offers: { "@type": "Offer", price: 0, priceCurrency: "USD" },
        ...(app.rating === null || app.ratings === 0
          ? {}
          : {
              aggregateRating: {
                ...{ "@type": "AggregateRating", ratingValue: app.rating, ratingCount: app.ratings },
                ...{ bestRating: 5, worstRating: 1 },
              },
            }),
      }),
      text: `<h1>${html(app.title)}</h1><p>${
        app.has_developer_page ? link(developer, app.developer_name) : html(app.developer_name)
      }</p><p>${html(app.description)}</p>${testList(app.tests, texts)}${toStore}`,
    };
  }
  if (page?.kind === "organization") {
    const { id, name, about, website, logo_path, tests: running } = page.organization;
    const logo = logo_path === "" ? image : stored("branding", logo_path);
    return {
      title: `${name} · Betaflock`,
      description: shortened(about) || texts.organization(name),
      image: logo,
      data: jsonLd({
        "@type": "Organization",
        name,
        url: `${site}/organizations/${id}`,
        ...(about === "" ? {} : { description: about }),
        ...(website === "" ? {} : { sameAs: website }),
        ...(logo_path === "" ? {} : { logo }),
      }),
      text: `<h1>${html(name)}</h1><p>${html(about)}</p>${testList(running, texts)}${
        page.apps.length === 0 ? "" : `<h2>${texts.apps}</h2>${appList(page.apps)}`
      }${toStore}`,
    };
  }
  if (page?.kind === "test") {
    // The sketch is in English.
    const isSketched = spoken(page.language ?? "") === "en";
    return describeTest(page.test, texts, { site, image, stored, isSketched });
  }
  if (page?.kind === "build") {
    const { title, version, developer_name, icon_path } = page;
    return {
      title: `${title} ${version} · Betaflock`,
      description: texts.build(title, version, developer_name),
      image: icon_path === "" ? image : stored("app-content", icon_path),
      data: "",
      text: `<h1>${html(`${title} ${version}`)}</h1><p>${html(developer_name)}</p>${toStore}`,
    };
  }
  return { image, data: pathname === "/" ? jsonLd(us) : "", text: "" };
}

interface TestSurroundings {
  site: string;
  image: string;
  stored: (bucket: string, name: string) => string;
  isSketched: boolean;
}

/** schema.org has no type for a test. It is an online event with a limited number of places. */
function describeTest(
  test: v.InferOutput<typeof testPage>,
  texts: PageTexts,
  { site, image, stored, isSketched }: TestSurroundings,
): Described {
  const icon = test.icon_path === "" ? image : stored("app-content", test.icon_path);
  const developer = `/organizations/${test.org_id}`;
  const url = `${site}/tests/${test.id}`;
  const signUp = `/register?role=tester&redirect=${encodeURIComponent(`/tests/${test.id}`)}`;
  const left = Math.max(0, test.max_testers - test.testers_joined);
  const sketch = {
    title: html(test.title),
    developer: html(test.developer_name),
    description: escaped(test.description),
    offer: html(texts.reward(test.reward_amount_cents, test.currency) + effort(test.effort_minutes, texts)),
  };
  const developerLine = test.has_developer_page ? link(developer, test.developer_name) : sketch.developer;
  return {
    title: `${test.title} · Betaflock`,
    description: shortened(test.description),
    image: icon,
    data: jsonLd({
      "@type": "Event",
      name: test.title,
      description: test.description,
      url,
      image: icon,
      startDate: test.start_date,
      endDate: test.end_date,
      eventStatus: "https://schema.org/EventScheduled",
      eventAttendanceMode: "https://schema.org/OnlineEventAttendanceMode",
      location: { "@type": "VirtualLocation", url },
      organizer: organization(test.developer_name, test.has_developer_page ? site + developer : null),
      maximumAttendeeCapacity: test.max_testers,
      remainingAttendeeCapacity: left,
    }),
    text: `${isSketched ? "" : `<h1>${sketch.title}</h1><p>${sketch.description}</p><p>${sketch.offer}</p>`}<p>${developerLine}</p>${
      test.status === "active" ? `<p>${link(signUp, texts.apply)}</p>` : ""
    }`,
    ...(isSketched && { sketch }),
  };
}
