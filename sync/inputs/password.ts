// Password rules for forms, client calls and the embedded auth service.

/** bcrypt ignores further bytes. */
export const PASSWORD_MAX_BYTES = 72;

/**
 * Normalizes letters that look the same: a phone may type "é" as one character, a computer as two.
 * Every caller that hashes or sends a password normalizes it.
 */
export const normalizedPassword = (typed: string): string => typed.normalize("NFKC");

const encoder = new TextEncoder();
export const isTooLong = (typed: string): boolean =>
  encoder.encode(normalizedPassword(typed)).length > PASSWORD_MAX_BYTES;

/** True with a lower-case and an upper-case letter, a digit and a symbol. */
export const hasAllKinds = (password: string): boolean =>
  [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].every((kind) => kind.test(password));

/** Stems of the most frequently leaked passwords. Characters around them add little strength. */
const common = new Set(
  (
    "password passwort passw0rd pass contraseña contrasena clave letmein welcome bienvenido admin administrator login " +
    "user usuario guest iloveyou teamo tequiero princess princesa dragon monkey sunshine football futbol baseball " +
    "superman batman master shadow michael jordan trustno qwerty qwertyuiop qwertz azerty asdfgh asdfghjkl zxcvbn " +
    "zxcvbnm abc abcd changeme secret secreto default test tester testing hello hola whatever starwars pokemon " +
    "computer internet samsung google betaflock root demo senha motdepasse пароль fuckyou liverpool chelsea arsenal " +
    "barcelona realmadrid loulou summer winter spring autumn verano invierno primavera otoño january february march " +
    "april june july august september october november december enero febrero marzo abril mayo junio julio agosto " +
    "septiembre octubre noviembre diciembre"
  ).split(" "),
);
const rows = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890",
  "qwertyuiop",
  "qwertzuiop",
  "azertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  // Keyboard columns, and patterns that alternate between two rows.
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
  "zaq1xsw2cde3vfr4",
  "qazwsxedcrfvtgbyhnujm",
  "1q2w3e4r5t6y7u8i9o0p",
  "q1w2e3r4t5y6u7i8o9p0",
  "a1b2c3d4e5f6g7h8i9",
  "1a2b3c4d5e6f7g8h9i",
  "йцукенгшщзхъ",
  "фывапролджэ",
  "ячсмитьбю",
];
const runs = [...rows, ...rows.map((row) => [...row].reverse().join(""))];
const plain = (text: string): string =>
  text.replace(
    /[013457@$]/g,
    (sign) => ({ "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", $: "s" })[sign] ?? sign,
  );

/** True for a repetition of a few characters, or a run of the alphabet or keyboard. */
function isPattern(text: string): boolean {
  if (new Set(text).size <= 2 || /^(.{1,4})\1+$/u.test(text)) return true;
  // Runs of three or more in sequence: "abcdefgh", "qwer1234", "abc123xyz".
  let left = text;
  while (left !== "") {
    const run = runs.reduce((longest, row) => {
      let length = 0;
      while (length < left.length && row.includes(left.slice(0, length + 1))) length += 1;
      return Math.max(longest, length);
    }, 0);
    if (run < 3) return false;
    left = left.slice(run);
  }
  return true;
}

/** True for a password that attackers try first. */
export function isCommonPassword(typed: string): boolean {
  const text = normalizedPassword(typed).toLowerCase();
  // Also checks the word without surrounding characters: "Password1!", "123hola".
  const core = (word: string): string => word.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  const words = [text, core(text), core(plain(text)), plain(core(text))];
  // Shifted digits of an American keyboard: "!QAZ@WSX".
  const unshifted = text.replace(/[!@#$%^&*()]/g, (sign) => String(("!@#$%^&*()".indexOf(sign) + 1) % 10));
  return (
    isPattern(text) ||
    isPattern(unshifted) ||
    words.some((word) => common.has(word) || common.has(word.replace(/^(.+)\1+$/u, "$1")))
  );
}
