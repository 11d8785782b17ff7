import { msg } from "@lingui/core/macro";
import * as v from "valibot";
import { lazyMessage } from "../../i18n/i18n.ts";

/** `example.com` is what people type; the address that is kept can be opened. */
const withScheme = (typed: string) => (typed === "" || /^[a-z]+:/i.test(typed) ? typed : `https://${typed}`);
const isWebAddress = (address: string) =>
  URL.canParse(address) && /^https?:$/.test(new URL(address).protocol) && new URL(address).hostname.includes(".");

/** The address of a website in a form; empty: none. */
export const webAddress = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(390, lazyMessage(msg`This is too long.`)),
  v.transform(withScheme),
  v.check(
    (address) => address === "" || isWebAddress(address),
    lazyMessage(msg`Enter an address like https://example.com`),
  ),
);
