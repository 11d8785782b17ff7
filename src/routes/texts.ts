// What a part's first route says of its texts: they are fetched beside its screen, once.
import { needTexts, type Part } from "../i18n/i18n.ts";

export const withTexts = (part: Part) => ({ loader: () => needTexts(part), staleTime: Number.POSITIVE_INFINITY });
