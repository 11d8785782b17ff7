// Reads an iPhone's identifier (Apple: "Over-the-Air Profile Delivery and Configuration").

import { DamagedPackage } from "../../../sync/packages/bytes.ts";
import { readPropertyList, signedPropertyList } from "../../../sync/packages/property-list.ts";
import { isIdentifier } from "../_shared/device-identifiers.ts";
import { xml } from "./manifest.ts";

export interface Enrolment {
  /** Shown with the account, so that people register no stranger's request. */
  name: string;
  organization: string;
  language: "en" | "es";
}

const texts = {
  en: ({ name, organization }: Enrolment) => ({
    title: "Betaflock: add this device",
    detail: `Tells Betaflock the identifier (UDID) of this device, once, for the account “${name}”. The managers of “${organization}” can read it. Nothing stays installed.`,
  }),
  es: ({ name, organization }: Enrolment) => ({
    title: "Betaflock: añadir este dispositivo",
    detail: `Comunica a Betaflock una sola vez el identificador (UDID) de este dispositivo, para la cuenta «${name}». Pueden leerlo los gestores de «${organization}». No queda nada instalado.`,
  }),
};

export function enrolmentProfile(url: string, enrolment: Enrolment): string {
  const { title, detail } = texts[enrolment.language](enrolment);
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>PayloadContent</key><dict>
<key>URL</key><string>${xml(url)}</string>
<key>DeviceAttributes</key><array><string>UDID</string><string>PRODUCT</string><string>VERSION</string></array>
</dict>
<key>PayloadOrganization</key><string>Betaflock</string>
<key>PayloadDisplayName</key><string>${title}</string>
<key>PayloadDescription</key><string>${xml(detail)}</string>
<key>PayloadVersion</key><integer>1</integer>
<key>PayloadUUID</key><string>${crypto.randomUUID()}</string>
<key>PayloadIdentifier</key><string>app.betaflock.device</string>
<key>PayloadType</key><string>Profile Service</string>
</dict></plist>
`;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value.replace(/[\p{Cc}\p{Cs}]/gu, "") : "");

/**
 * Parses the phone's answer without verifying it: the token identifies the person, and an invented
 * identifier only uses one of their ten places. Null for an invalid answer.
 */
export function readDeviceAnswer(bytes: Uint8Array): { udid: string; model: string; osVersion: string } | null {
  try {
    const { UDID, PRODUCT, VERSION } = readPropertyList(signedPropertyList(bytes));
    const udid = textOf(UDID);
    // Apple's spelling: old identifiers in lower case, new ones in upper case.
    const written = udid.includes("-") ? udid.toUpperCase() : udid.toLowerCase();
    return isIdentifier(udid) ? { udid: written, model: textOf(PRODUCT), osVersion: textOf(VERSION) } : null;
  } catch (error) {
    if (error instanceof DamagedPackage) return null;
    throw error;
  }
}
