import type { MessageDescriptor } from "@lingui/core";
import { platform } from "#sync/schema/campaigns.ts";
import { platformLabel } from "../common/campaign-labels.ts";

/** The translated platform of a device, or the typed text if unknown. */
export function platformName(typed: string, translate: (label: MessageDescriptor) => string): string {
  const known = platform.options.find((one) => one === typed);
  return known ? translate(platformLabel[known]) : typed;
}
