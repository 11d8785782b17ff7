import { i18n } from "@lingui/core";
import * as v from "valibot";
import { expect, test } from "vitest";
import { webAddress } from "../../../src/features/account/web-address-schema.ts";
import { webAddresses } from "../../fixtures/web-address-cases.ts";

i18n.loadAndActivate({ locale: "en", messages: {} });

test.each(webAddresses)("%j is the address %j", (typed, address) => {
  const parsed = v.safeParse(webAddress, typed);
  expect(parsed.success ? parsed.output : null).toBe(address);
  if (address !== null) expect(v.parse(webAddress, address)).toBe(address);
});
