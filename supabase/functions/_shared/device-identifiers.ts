// Encrypts identifiers of iPhones and iPads (UDID), and hashes them to detect duplicates. The key
// (DEVICE_KEY, 32 bytes in Base64) is not in the database.
import { hex } from "../../../sync/packages/bytes.ts";
import type { FunctionEnv } from "./types.ts";

const encoder = new TextEncoder();
const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

export type DeviceIdentifiers = NonNullable<Awaited<ReturnType<typeof deviceIdentifiers>>>;

/** Apple writes 40 hexadecimal digits, or 8 and 16 with a hyphen; case-insensitive. */
export const isIdentifier = (text: string): boolean => /^([0-9a-f]{40}|[0-9a-f]{8}-[0-9a-f]{16})$/i.test(text);

/** Null without a key. Throws when the key does not have 32 bytes. */
export async function deviceIdentifiers(env: FunctionEnv) {
  if (!env.DEVICE_KEY) return null;
  if (!/^[A-Za-z0-9+/]{43}=$/.test(env.DEVICE_KEY)) throw new Error("DEVICE_KEY: 32 bytes in Base64");
  const root = await crypto.subtle.importKey("raw", fromBase64(env.DEVICE_KEY), "HKDF", false, ["deriveKey"]);
  const purpose = (info: string) => ({
    name: "HKDF",
    hash: "SHA-256",
    salt: new Uint8Array(),
    info: encoder.encode(info),
  });
  const aes = { name: "AES-GCM", length: 256 };
  const hmac = { name: "HMAC", hash: "SHA-256", length: 256 };
  const cipher = await crypto.subtle.deriveKey(purpose("encrypt"), root, aes, false, ["encrypt", "decrypt"]);
  const mac = await crypto.subtle.deriveKey(purpose("hash"), root, hmac, false, ["sign"]);
  return {
    async encrypt(identifier: string): Promise<string> {
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const secret = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, cipher, encoder.encode(identifier));
      return toBase64(new Uint8Array([...iv, ...new Uint8Array(secret)]));
    },
    /** Null when encrypted with another key. */
    async decrypt(text: string): Promise<string | null> {
      try {
        const bytes = fromBase64(text);
        const [iv, secret] = [bytes.slice(0, 12), bytes.slice(12)];
        return new TextDecoder().decode(await crypto.subtle.decrypt({ name: "AES-GCM", iv }, cipher, secret));
      } catch {
        return null;
      }
    },
    hash: async (identifier: string): Promise<string> =>
      hex(await crypto.subtle.sign("HMAC", mac, encoder.encode(identifier.toUpperCase()))),
  };
}
