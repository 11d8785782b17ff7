import type { MessageDescriptor } from "@lingui/core";

/**
 * The words of an enum's values. Descriptors, not texts: the screen translates them
 * (`t(categoryLabel[c])` with `useLingui` of @lingui/react/macro).
 */
export type Labels<K extends string> = { readonly [P in K]: MessageDescriptor };
