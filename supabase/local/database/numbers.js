// Numbers for both drivers. Plain JavaScript, because pglite-worker.js imports it.

/** @param {string} text */
export function int8(text) {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

/** @param {string} text */
export function numeric(text) {
  const number = Number(text);
  return Number.isFinite(number) && String(number) === text ? number : text;
}
