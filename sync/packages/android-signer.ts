// Reads the signing certificate of an Android package from the block before the ZIP's directory.
// Source: https://source.android.com/docs/security/apksigning/v2 and v3. Phones verify the
// signature; only the same certificate can update an app.
import { Bytes, DamagedPackage, hex } from "./bytes.ts";
import type { PackageSource } from "./package-source.ts";

const magic = "APK Sig Block 42";
/** True for a file of the v1 scheme, which signs entry by entry. */
export const isOldSignature = (name: string): boolean => /^META-INF\/[^/]+\.(RSA|DSA|EC)$/i.test(name);

/** The newest scheme first. */
const schemes = [0x1b93ad61, 0xf05368c0, 0x7109871a];
const mostBytes = 4 * 1024 * 1024;

/** Yields the parts of a list in which each has its length (u32) before it. */
function* parts(bytes: Bytes): Generator<Bytes> {
  for (let at = 0; at + 4 <= bytes.length; ) {
    const size = bytes.u32(at);
    yield bytes.part(at + 4, size);
    at += 4 + size;
  }
}

function first(bytes: Bytes): Bytes {
  for (const part of parts(bytes)) return part;
  throw new DamagedPackage("signature");
}

/** signers > signer > signed data > [digests, certificates] > certificate */
function certificateOf(block: Bytes): Bytes {
  const signedData = first(first(first(block)));
  const [, certificates] = parts(signedData);
  if (!certificates) throw new DamagedPackage("certificates");
  return first(certificates);
}

/**
 * Reads the certificate. Throws `DamagedPackage`.
 * @param directoryAt offset of the ZIP's central directory
 * @returns SHA-256 of the certificate in hexadecimal; null if unsigned or signed only by v1
 */
export async function readAndroidSigner(source: PackageSource, directoryAt: number): Promise<string | null> {
  if (directoryAt < 32) return null;
  const foot = new Bytes(await source.read(directoryAt - 24, 24));
  if (foot.text(8, 16, "utf-8") !== magic) return null;
  const size = foot.u64(0);
  if (size < 24 || size > mostBytes || size > directoryAt - 8) throw new DamagedPackage("signing block");
  // Pairs {u64 size, u32 id, value}, after another u64 with the size.
  const pairs = new Bytes(await source.read(directoryAt - size, size - 24));
  const found = new Map<number, Bytes>();
  for (let at = 0; at + 12 <= pairs.length; ) {
    const length = pairs.u64(at);
    if (length < 4) throw new DamagedPackage("signing block");
    found.set(pairs.u32(at + 8), pairs.part(at + 12, length - 4));
    at += 8 + length;
  }
  const block = schemes.map((id) => found.get(id)).find((each) => each !== undefined);
  if (!block) return null;
  return hex(await crypto.subtle.digest("SHA-256", new Uint8Array(certificateOf(block).array)));
}
