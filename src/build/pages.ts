// Pages that are prerendered.

export interface Page {
  path: string;
  /** Files of `routes/`, whose screens and texts are preloaded in parallel with the app. */
  routes: readonly string[];
  /** The title until the screen sets the translated one (`tests/e2e/shell/front-page.test.ts`). */
  title: string;
  description: string;
  /** The app replaces the page, because only the browser knows its field values or local data. */
  isSketch?: boolean;
  /** Hidden until the server has replaced the placeholders like `%title%` (`fillSketch`). */
  isFilledByServer?: boolean;
}

export const pages: readonly Page[] = [
  {
    path: "/",
    routes: ["index"],
    title: "Betaflock: beta testing that works anywhere",
    description: "Beta testing that works offline: campaigns, testers, feedback and rewards.",
  },
  {
    path: "/about",
    routes: ["(public)/about"],
    title: "About Betaflock · Betaflock",
    description:
      "How Betaflock brings developers and testers together: how it works in three steps, and what each side has of it.",
  },
  {
    path: "/terms",
    routes: ["(public)/terms"],
    title: "Terms of Service · Betaflock",
    description:
      "What testers and developers agree to on Betaflock: accounts, campaigns, rewards and payouts, and what is not allowed.",
  },
  {
    path: "/privacy",
    routes: ["(public)/privacy"],
    title: "Privacy Policy · Betaflock",
    description:
      "What Betaflock knows about you, what it is for, who sees it, how long it is kept, and what you can ask for.",
  },
  {
    path: "/contact",
    routes: ["(public)/contact"],
    title: "Contact · Betaflock",
    description: "Write to the people who run Betaflock: a question, a problem or an idea. The answer comes by email.",
    isSketch: true,
  },
  {
    path: "/register",
    routes: ["(auth)/register"],
    title: "Create your account · Betaflock",
    description:
      "Join Betaflock for free: try apps before everybody else, report and earn, or get reports about yours.",
    isSketch: true,
  },
  {
    path: "/login",
    routes: ["(auth)/login"],
    title: "Welcome back · Betaflock",
    description: "Log in to test apps before everybody else, or to read what testers report about yours.",
    isSketch: true,
  },
  {
    path: "/apps",
    routes: ["_store", "_store/apps/index"],
    title: "App Store · Betaflock",
    description:
      "Beta builds that anybody may try: search them, look at what is new, download and tell what you found.",
    isSketch: true,
  },
  {
    path: "/test",
    routes: ["_store", "_store/tests.$campaignId"],
    title: "Betaflock",
    description: "Beta testing that works offline: campaigns, testers, feedback and rewards.",
    isSketch: true,
    isFilledByServer: true,
  },
];
