import { msg } from "@lingui/core/macro";
import * as v from "valibot";
import { oneLine } from "#sync/inputs/single-line.ts";
import { lazyMessage } from "../../i18n/i18n.ts";

/** Prepends `https://` to addresses like `example.com`. */
const withScheme = (typed: string) =>
  typed === "" || /^(?!https?:)[a-z]+:(?!\d)/i.test(typed)
    ? typed
    : typed.replace(/^(https?:)?[/\\]*/i, (_, scheme = "https:") => `${scheme.toLowerCase()}//`);

/** Mirrors `profiles_website_scheme` in SQL. Rejects user names, which disguise the host. */
function isWebAddress(address: string): boolean {
  if (!/^https?:\/\/[^/?#@\\\s]+([/?#]|$)/i.test(address) || !URL.canParse(address)) return false;
  return /^[\w-]+(\.[\w-]+)+\.?$/.test(new URL(address).hostname);
}

export const webAddress = v.pipe(
  v.string(),
  v.transform(oneLine),
  v.maxCodePoints(390, lazyMessage(msg`This is too long.`)),
  v.transform(withScheme),
  v.check(
    (address) => address === "" || isWebAddress(address),
    lazyMessage(msg`Enter an address like https://example.com`),
  ),
);
