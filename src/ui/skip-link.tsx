import { Trans } from "@lingui/react/macro";

/** The first element in the tab order of every page. */
export const SkipLink = () => (
  <a
    href="#main"
    data-print="hide"
    className="fixed start-4 top-2 z-70 -translate-y-20 rounded-md bg-accent px-4 py-2.5 font-semibold text-on-accent focus:translate-y-0"
  >
    <Trans>Skip to content</Trans>
  </a>
);
