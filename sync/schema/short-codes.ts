// Short codes for addresses that people type: ten digits of Crockford's base 32, without letters
// that look like digits, for the first 48 bits of an id.
const digits = "0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH = 10;

/** Returns the code of a random id. The server resolves it (`private.ids_of_code`). */
export function shortCode(id: string): string {
  let bits = Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16);
  let code = "";
  for (let n = 0; n < LENGTH; n++) {
    code = (digits[bits % 32] ?? "") + code;
    bits = Math.floor(bits / 32);
  }
  return code;
}

export const isShortCode = (address: string): boolean => /^[0-9a-z]{10}$/i.test(address);
