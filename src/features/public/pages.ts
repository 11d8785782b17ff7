import { msg } from "@lingui/core/macro";

export const contactPage = { to: "/contact", label: msg`Contact` } as const;

/** What one may want to read before signing up, and later. */
export const aboutPages = [
  { to: "/about", label: msg`About` },
  { to: "/terms", label: msg`Terms` },
  { to: "/privacy", label: msg`Privacy` },
] as const;
