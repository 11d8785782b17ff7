// Single-line texts and addresses: SQL accepts exactly what the forms accept.
import { describe, expect, test } from "vitest";
import { parseEmailAddress } from "../../sync/inputs/email-address.ts";
import { isOneLine, trimmed } from "../../sync/inputs/single-line.ts";
import { badEmails, goodEmails } from "../fixtures/email-cases.ts";
import { ruleEngines } from "../fixtures/engines.ts";
import { fileNames } from "../fixtures/file-name-cases.ts";
import { lines, notLines, trimCases } from "../fixtures/line-cases.ts";
import { setUpDatabase } from "../fixtures/sql/scenario.ts";
import { webAddresses } from "../fixtures/web-address-cases.ts";

describe.each(ruleEngines)("%s", (kind) => {
  const db = setUpDatabase(kind);
  const sqlOf = async (expression: string, texts: readonly string[]): Promise<unknown[]> => {
    const rows = await db.owner<{ found: unknown }>(
      `select ${expression} as found from jsonb_array_elements_text($1::text::jsonb) with ordinality t (value, n) order by n`,
      [JSON.stringify(texts)],
    );
    return rows.map((row) => row.found);
  };

  test("SQL accepts the normalized form of an address, and no other spelling", async () => {
    const forms = goodEmails.map(([, normalized]) => normalized);
    expect(await sqlOf("private.is_email(value)", forms)).toEqual(forms.map(() => true));
    const typed = [...goodEmails.map(([text]) => text), ...badEmails.map(([text]) => text)].filter(
      (text) => !text.includes("\0"),
    );
    const taken = await sqlOf("private.is_email(value)", typed);
    // SQL rejects every text that is not normalized, however disguised.
    const exact = typed.map((text) => {
      const parsed = parseEmailAddress(text);
      return parsed.ok && parsed.value === text;
    });
    expect(taken).toEqual(exact);
  });

  test("SQL folds only ASCII capitals and spaces in typed text", async () => {
    const typed = [
      " ANA@A.TEST ",
      "İpek@a.test",
      "\u212aim@a.test",
      "ana@MÜNCHEN.test",
      "x<ana@a.test>",
      "ana@a.test,",
    ];
    expect(await sqlOf("private.email_of(value)", typed)).toEqual(["ana@a.test", null, null, null, null, null]);
  });

  test("tags and Gmail's dots belong to the same mailbox", async () => {
    const spellings = ["ana.b+x@gmail.com", "anab@googlemail.com", "an.a.b@gmail.com", "ana.b+x@a.test"];
    expect(await sqlOf("private.mailbox_of(value)", spellings)).toEqual([
      ...Array.from({ length: 3 }, () => "anab@gmail.com"),
      "ana.b@a.test",
    ]);
  });

  test("V1 V4 both sides reduce a text to the same result, without invisible characters", async () => {
    const texts = trimCases.map(([text]) => text);
    expect(await sqlOf("private.trimmed(value)", texts)).toEqual(trimCases.map(([, left]) => left));
    expect(await sqlOf("private.is_line(value)", [...lines, ...notLines])).toEqual(
      [...lines, ...notLines].map((text) => lines.includes(text)),
    );
  });

  test("SQL accepts every name of a chosen file, in rows and in paths", async () => {
    const names = fileNames.map(([, name]) => name);
    const rule = "private.is_line(value) and char_length(value) <= 255 and private.is_file_path(value)";
    expect(await sqlOf(rule, names)).toEqual(names.map(() => true));
  });

  test("SQL accepts each website that the form produces, and no address that leads elsewhere", async () => {
    const [{ rule = "" } = {}] = await db.owner<{ rule: string }>(
      `select pg_get_expr(conbin, conrelid) as rule from pg_constraint where conname = 'profiles_website_scheme'`,
    );
    const sql = (texts: readonly string[]) => sqlOf(rule.replaceAll("website", "value"), texts);
    const made = webAddresses.flatMap(([, address]) => address ?? []);
    expect(await sql(made)).toEqual(made.map(() => true));
    const elsewhere = webAddresses.flatMap(([typed, address]) =>
      address === null && /[@\\]|^(?!https?:)[a-z]+:/.test(typed) ? typed : [],
    );
    expect(await sql(elsewhere)).toEqual(elsewhere.map(() => false));
  });

  test("both sides agree about every character", async () => {
    const rows = await db.owner<{ code: number; hidden: boolean; line: boolean; edge: boolean }>(
      `select n as code, private.trimmed(chr(n)) = '' as hidden, private.is_line(chr(n)) as line,
         private.trimmed('a' || chr(n)) = 'a' as edge
       from generate_series(1, x'E0FFF'::int) n
       where n not between 55296 and 57343 and (n <= 65535 or n between 113824 and 113827 or n between 119155 and 119162 or n >= 917504)`,
    );
    const different = rows.filter(({ code, hidden, line, edge }) => {
      const character = String.fromCodePoint(code);
      return (
        (trimmed(character) === "") !== hidden ||
        isOneLine(character) !== line ||
        (trimmed(`a${character}`) === "a") !== edge
      );
    });
    expect(different.map(({ code }) => code.toString(16))).toEqual([]);
  });
});
