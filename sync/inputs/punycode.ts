// Punycode's encoder (RFC 3492), for internationalized domains. `URL` would encode them too, but
// engines disagree on which names are valid.

const [base, tMin, tMax, skew, damp, initialBias, initialCode] = [36, 1, 26, 38, 700, 72, 128];
const digits = "abcdefghijklmnopqrstuvwxyz0123456789";

function adapted(delta: number, points: number, first: boolean): number {
  let rest = Math.floor(delta / (first ? damp : 2));
  rest += Math.floor(rest / points);
  let bias = 0;
  for (; rest > ((base - tMin) * tMax) / 2; bias += base) rest = Math.floor(rest / (base - tMin));
  return bias + Math.floor(((base - tMin + 1) * rest) / (rest + skew));
}

/** Encodes one label of a domain, without the prefix `xn--`. */
export function punycode(label: string): string {
  const codes = [...label].map((character) => character.codePointAt(0) ?? 0);
  const basic = codes.filter((code) => code < initialCode);
  let encoded = String.fromCharCode(...basic) + (basic.length > 0 ? "-" : "");
  let [handled, delta, bias, code] = [basic.length, 0, initialBias, initialCode];
  while (handled < codes.length) {
    const next = Math.min(...codes.filter((one) => one >= code));
    delta += (next - code) * (handled + 1);
    code = next;
    for (const one of codes) {
      if (one < code) delta += 1;
      if (one !== code) continue;
      let rest = delta;
      for (let k = base; ; k += base) {
        const threshold = Math.min(tMax, Math.max(tMin, k - bias));
        if (rest < threshold) break;
        encoded += digits[threshold + ((rest - threshold) % (base - threshold))];
        rest = Math.floor((rest - threshold) / (base - threshold));
      }
      encoded += digits[rest];
      bias = adapted(delta, handled + 1, handled === basic.length);
      delta = 0;
      handled += 1;
    }
    delta += 1;
    code += 1;
  }
  return encoded;
}
