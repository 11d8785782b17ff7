import { msg } from "@lingui/core/macro";
import { emailAddress, emailAddressOrNone } from "#sync/inputs/email-address.ts";
import { lazyMessage } from "../../i18n/i18n.ts";

const message = lazyMessage(msg`Please enter a valid email address`);

export const typedEmail = emailAddress(message);
export const typedEmailOrNone = emailAddressOrNone(message);
