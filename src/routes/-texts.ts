// The loader of a part's first route: fetches its texts once, in parallel with the screen.
import { needTexts, type Part } from "../i18n/i18n.ts";

export const withTexts = (part: Part) => ({ loader: () => needTexts(part), staleTime: Number.POSITIVE_INFINITY });
