import type { MessageDescriptor } from "@lingui/core";

/** Labels of an enum as message descriptors. The screen translates: `t(categoryLabel[c])`. */
export type Labels<K extends string> = { readonly [P in K]: MessageDescriptor };
