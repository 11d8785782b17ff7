import type { MessageDescriptor } from "@lingui/core";
import { platform } from "../../../sync/schema/campaigns.ts";
import { platformLabel } from "../campaigns/labels.ts";

/** The name of a device's platform; as it was typed where it is none that we know. */
export function platformName(typed: string, translate: (label: MessageDescriptor) => string): string {
  const known = platform.options.find((one) => one === typed);
  return known ? translate(platformLabel[known]) : typed;
}
