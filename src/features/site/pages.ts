import { msg } from "@lingui/core/macro";

export const contactPage = { to: "/contact", label: msg`Contact` } as const;

export const aboutPages = [
  { to: "/about", label: msg`About` },
  { to: "/terms", label: msg`Terms` },
  { to: "/privacy", label: msg`Privacy` },
] as const;
