// The key of a session that ends with the browser ("remember me" off). A cookie without an expiry
// is readable in every tab and deleted when the browser closes. It encrypts the session in local
// storage, so that all tabs share one refresh token.

const cookieName = "betaflock-visit";

export interface VisitKey {
  read(): string | null;
  /** @returns the new key, or null if the browser stores no cookie */
  make(): string | null;
  forget(): void;
}

const readCookie = (): string | null =>
  document.cookie
    .split("; ")
    .find((pair) => pair.startsWith(`${cookieName}=`))
    ?.slice(cookieName.length + 1) || null;

function writeCookie(value: string, attributes: string): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous
  document.cookie = `${cookieName}=${value}; Path=/; SameSite=Strict${secure}${attributes}`;
}

/**
 * Null if cookies or encryption are unavailable: Web Crypto needs a secure context, and a blocked
 * cookie store throws or stores nothing.
 */
export function visitKey(): VisitKey | null {
  if (typeof document === "undefined" || !globalThis.crypto?.subtle) return null;
  return {
    read: readCookie,
    make() {
      const key = encodeBytes(crypto.getRandomValues(new Uint8Array(32)));
      writeCookie(key, "");
      return readCookie() === key ? key : null;
    },
    forget: () => writeCookie("", "; Max-Age=0"),
  };
}

/** Base64 for URLs, because cookie values allow neither `=` nor `/`. */
const encodeBytes = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
const decodeBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

const prefix = "visit.";
const ivBytes = 12;

const importKey = (key: string) =>
  crypto.subtle.importKey("raw", decodeBytes(key), "AES-GCM", false, ["encrypt", "decrypt"]);

export const isSealed = (text: string): boolean => text.startsWith(prefix);

export async function seal(text: string, key: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
  const sealed = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv },
    await importKey(key),
    new TextEncoder().encode(text),
  );
  const parts = [iv, new Uint8Array(sealed)].map((part) =>
    Array.from(part, (byte) => String.fromCharCode(byte)).join(""),
  );
  return prefix + btoa(parts.join(""));
}

/** @returns null for damaged text or another key */
export async function unseal(text: string, key: string): Promise<string | null> {
  try {
    const bytes = decodeBytes(text.slice(prefix.length));
    const iv = bytes.subarray(0, ivBytes);
    const opened = await crypto.subtle.decrypt({ name: "AES-GCM", iv }, await importKey(key), bytes.subarray(ivBytes));
    return new TextDecoder().decode(opened);
  } catch {
    return null;
  }
}
