import { lazyRouteComponent } from "@tanstack/react-router";
import { needTexts, type Part } from "../i18n/i18n.ts";

/** The options of a route that loads its screen and the texts of its part in parallel. */
export const screen = <T extends object, N extends keyof T>(part: Part, load: () => Promise<T>, name: N) => ({
  loader: () => needTexts(part),
  staleTime: Number.POSITIVE_INFINITY,
  component: lazyRouteComponent(load, name),
});
