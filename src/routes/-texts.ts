// Loads the texts of a part in parallel with its screen.
import { needTexts, type Part } from "../i18n/i18n.ts";

export const withTexts = (part: Part) => ({ loader: () => needTexts(part), staleTime: Number.POSITIVE_INFINITY });
