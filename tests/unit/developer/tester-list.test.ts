// Parses address lists for invitations. Each file reproduces a bug report about a comparable
// product.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  correctedEntry,
  invitable,
  judged,
  readTesterList,
  withAnswer,
} from "../../../src/features/campaigns/tester-list.ts";
import { decodeText } from "../../../src/lib/decode-text.ts";

const read = async (text: string) =>
  (await readTesterList(text)).entries.map(
    ({ line, text: written, email, problem }) => `${line} ${email || written} ${problem ?? "ok"}`,
  );
const addresses = async (text: string) => invitable((await readTesterList(text)).entries);
const bytesOf = (name: string) => readFileSync(join(import.meta.dirname, "../../fixtures/tester-lists", name));
async function readFile(name: string) {
  const decoded = decodeText(bytesOf(name));
  return decoded.ok ? read(decoded.text) : decoded.problem;
}

describe("files", () => {
  test.each([
    ["c02-utf16le-bom.csv", ["2 jose@a.test ok", "3 lucja@b.test ok"]],
    ["c05-windows-1252.csv", ["2 jose@a.test ok", "3 zoe@b.test ok"]],
    [
      "c12-idn.csv",
      [
        ...["2 ana@xn--mnchen-3ya.test ok", "3 ana@xn--mnchen-3ya.test twice", "4 почта@пример.test not_ascii"],
        ...["5 ana@a.test ok", "6 ana@xn--mnchen-3ya.test twice", "7 İpek@a.test not_ascii"],
      ],
    ],
    [
      "c13-apostrophe.csv",
      [
        ...["2 sean.o'brien@a.test ok", "3 d'angelo@b.test ok", "4 o'neill@c.test ok"],
        ...["5 guarded@d.test ok", "6 quoted@e.test ok"],
      ],
    ],
    [
      "c15-pasted-sentence.txt",
      [
        ...["1 ana@a.test ok", "1 bo@b.test ok", "1 cy@c.test ok", "2 dee@d.test ok", "3 eva@e.test ok"],
        ...["4 fay@f.test ok", "5 gus@g.test ok", "6 hal@h.test ok", "7 Ian at i.test at", "8 jo@j..test dots"],
        ...["9 @handle at", "10 kim@k domain", "11 liz@-l.test domain", "12 mo@m.test ok", "13 ned@n.test ok"],
        ...["14 olga@o.test ok", "15 pia@p.test ok", "16 quin@q.test ok"],
      ],
    ],
    ["c16-consent-before-email.csv", ["2 ana@a.test ok", "3 bo@b.test ok"]],
    ["c18-google-contacts.csv", ["2 ana@a.test ok", "3 bo@b.test ok"]],
    ["c21-pipes.csv", ["2 ana@a.test ok", "3 bo@b.test ok"]],
    ["c22-xlsx-renamed.csv", "spreadsheet"],
  ])("%s", async (name, expected) => {
    expect(await readFile(name)).toEqual(expected);
  });

  test("c14-invisible.csv: removes invisible characters, or names them where they have a meaning", async () => {
    const list = (await readFile("c14-invisible.csv")) as string[];
    const names = ["zwsp", "start", "inside", "zwnj", "wj", "shy", "nbsp", "lrm", "rlm", "bom", "nul", "del", "narrow"];
    expect(list).toEqual(names.map((name, at) => `${at + 2} ${name}@a.test ok`));
    expect(await read("a\u200db@a.test\nc\u202ed@a.test")).toEqual([
      ...["1 a\u200db@a.test hidden_character", "2 c\u202ed@a.test hidden_character"],
    ]);
  });

  test("reads every encoding that spreadsheets save, with and without a byte order mark", () => {
    const text = "Name,Email\r\nAna,ana@a.test\r\n";
    const wide = (swap: boolean, mark: boolean) => {
      const bytes = Buffer.from(`${mark ? "\ufeff" : ""}${text}`, "utf16le");
      return swap ? bytes.swap16() : bytes;
    };
    for (const bytes of [wide(false, true), wide(true, true), wide(false, false), wide(true, false)])
      expect(decodeText(bytes)).toEqual({ ok: true, text });
    expect(decodeText(Buffer.from(`\ufeff${text}`))).toEqual({ ok: true, text });
    expect(decodeText(Buffer.from("Zoë", "utf8"))).toEqual({ ok: true, text: "Zoë" });
    expect(decodeText(Buffer.from([0x5a, 0x6f, 0xeb]))).toEqual({ ok: true, text: "Zoë" });
    expect(decodeText(new Uint8Array())).toEqual({ ok: true, text: "" });
  });

  test("rejects files that are not text", () => {
    const old = Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(100)]);
    const html = "<html xmlns:x='urn:schemas-microsoft-com:office:excel'><table><tr><td>ana@a.test</td></tr></table>";
    for (const bytes of [old, Buffer.from(html)])
      expect(decodeText(bytes)).toEqual({ ok: false, problem: "spreadsheet" });
    const picture = Buffer.from(Array.from({ length: 999 }, (_, n) => (n * 7) % 32));
    for (const bytes of [Buffer.from("%PDF-1.7\n"), Buffer.from("{\\rtf1 x}"), picture])
      expect(decodeText(bytes)).toEqual({ ok: false, problem: "binary" });
  });
});

/** Bytes as Python's codecs write them. */
describe("old encodings", () => {
  test.each([
    [
      "shift_jis",
      "8e8196bc2c8381815b838b83418368838c83582c94f58d6c0d0a8e529363814091be98592c7461726f40612e746573742c83748340837e838a815b0d0a8db293a1837c815b838b2c7061756c40622e746573742c458381815b838b89c20d0a",
      "氏名,メールアドレス,備考\r\n山田　太郎,taro@a.test,ファミリー\r\n佐藤ポール,paul@b.test,Eメール可\r\n",
    ],
    [
      "shift_jis without a header",
      "8e529363814091be98592c7461726f40612e746573740d0a8db293a1814089d48e712c68616e616b6f40622e746573740d0a",
      "山田　太郎,taro@a.test\r\n佐藤　花子,hanako@b.test\r\n",
    ],
    [
      "gb18030",
      "d0d5c3fb2cd3cacfe40acdf5b7bc2c77616e6740612e746573740ac0eec4c82c6c6940622e746573740a",
      "姓名,邮箱\n王芳,wang@a.test\n李娜,li@b.test\n",
    ],
    [
      "gb18030, wide commas",
      "77616e6740612e74657374a3ac6c6940622e74657374a3bb7a68616f40632e746573740a",
      "wang@a.test，li@b.test；zhao@c.test\n",
    ],
    [
      "big5",
      "a96da6572cb971a46cb66ca5f30aa4fda470a9fa2c6d696e6740612e746573740ab35ca55cbb5c2c68737540622e746573740a",
      "姓名,電子郵件\n王小明,ming@a.test\n許功蓋,hsu@b.test\n",
    ],
    [
      "euc-kr",
      "c0ccb8a72cc0ccb8dec0cf0ab1e8c3b6bcf62c6b696d40612e746573740ac0ccbfb5c8f12c6c656540622e746573740a",
      "이름,이메일\n김철수,kim@a.test\n이영희,lee@b.test\n",
    ],
    [
      "windows-1252, German",
      "4e616d653b452d4d61696c0a4772f6df653b6740612e746573740a4af67267204dfc6c6c65723b6a40622e746573740ac4d620476d62483b6b40632e746573740a",
      "Name;E-Mail\nGröße;g@a.test\nJörg Müller;j@b.test\nÄÖ GmbH;k@c.test\n",
    ],
    [
      "windows-1252, Spanish capitals",
      "4e4f4d4252453b434f5252454f0a4d55d14f5a204942c1d1455a3b6d756e6f7a40612e746573740a4a4f53c93b6a6f736540622e746573740a",
      "NOMBRE;CORREO\nMUÑOZ IBÁÑEZ;munoz@a.test\nJOSÉ;jose@b.test\n",
    ],
    [
      "windows-1252, Danish",
      "4e61766e3b452d6d61696c0a53f872656e20c567e572643b7340612e746573740ac6d8c5204170533b7840622e746573740a",
      "Navn;E-mail\nSøren Ågård;s@a.test\nÆØÅ ApS;x@b.test\n",
    ],
  ])("%s", async (_, hex, text) => {
    expect(decodeText(Buffer.from(hex, "hex"))).toEqual({ ok: true, text });
    expect((await readTesterList(text)).entries.filter(({ problem }) => problem !== null)).toEqual([]);
  });
});

describe("exports", () => {
  test.each([
    [
      "Google Groups",
      "Members for group beta@googlegroups.com\nEmail address,Nickname,Group status\nana@a.test,Ana,member\nbo@b.test,Bo,owner\n",
      ["1 Members for group beta@googlegroups.com missing", "3 ana@a.test ok", "4 bo@b.test ok"],
    ],
    [
      "Google Groups, saved again by a spreadsheet",
      "Members for group beta@googlegroups.com,,\nEmail address,Nickname,Group status\nana@a.test,Ana,member\nbo@b.test,Bo,owner\n",
      ["1 Members for group beta@googlegroups.com missing", "3 ana@a.test ok", "4 bo@b.test ok"],
    ],
    [
      "Google Contacts with two addresses in a cell",
      "Name,Labels,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Value\nAna,* myContacts,Home,ana@a.test,ana2@a.test\nBo,,* Other,bo@b.test ::: bo2@b.test,\n",
      ["2 ana@a.test ok", "3 bo@b.test ok", "3 bo2@b.test ok"],
    ],
    [
      "Outlook, French",
      "Titre;Prénom;Nom;Adresse de messagerie;Type de messagerie;Nom complet de l'adresse de messagerie\n;Ana;Ruiz;ana@a.test;SMTP;Ana (autre@a.test)\n;Bo;Li;bo@b.test;SMTP;Bo (autre@b.test)\n",
      ["2 ana@a.test ok", "3 bo@b.test ok"],
    ],
    [
      "Exchange",
      "Name,proxyAddresses\nAna,SMTP:ana@a.test;smtp:ana2@a.test\nBo,SMTP:bo@b.test\n",
      ["2 ana@a.test ok", "2 ana2@a.test ok", "3 bo@b.test ok"],
    ],
    [
      "a note under the table",
      "Email,Name,Note\nana@a.test,Ana,x\nbo@b.test,Bo,y\ncy@c.test,Cy,z\nExported by owner@corp.test on 2026-11-29\n",
      ["2 ana@a.test ok", "3 bo@b.test ok", "4 cy@c.test ok", "5 Exported by owner@corp.test on 2026-11-29 missing"],
    ],
    [
      "rows that spreadsheets cut after the last cell",
      "Email,Name\nana@a.test,Ana\nbo@b.test,Bo\ncy@c.test,Cy\nDi <di@d.test>\ned@e.test\nfi@f.test,Fi\ngi@g.test,Gi\n",
      ["2 ana", "3 bo", "4 cy", "5 di", "6 ed", "7 fi", "8 gi"].map((one) => `${one}@${one[2]}.test ok`),
    ],
    [
      "a quoted sep=",
      '"sep=;"\r\nName;E-Mail\r\nAna;ana@a.test\r\nBo;bo@b.test',
      ["3 ana@a.test ok", "4 bo@b.test ok"],
    ],
    ["Turkish", "Ad;E-posta\nAna;ana@a.test", ["2 ana@a.test ok"]],
    ["Swedish", "Namn,E-postadress\nAna,ana@a.test", ["2 ana@a.test ok"]],
    [
      "Italian",
      "Nome;Posta elettronica;Codice postale\nAna;ana@a.test;1\nBo;bo@b.test;2",
      ["2 ana@a.test ok", "3 bo@b.test ok"],
    ],
    [
      "formulas",
      'Name,Email\nAna,"=HYPERLINK(""mailto:ana@a.test"",""ana@a.test"")"\nBo,"=""bo@b.test"""\n',
      ["2 ana@a.test ok", "2 ana@a.test twice", "3 bo@b.test ok"],
    ],
    [
      "a table of Markdown",
      "| Name | Email |\n|------|-------|\n| Ana | ana@a.test |\n| Bo | bo@b.test |\n",
      ["3 ana@a.test ok", "4 bo@b.test ok"],
    ],
    [
      "vCards",
      "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ana\r\nEMAIL;TYPE=INTERNET;TYPE=HOME:ana@a.test\r\nEND:VCARD\r\nBEGIN:VCARD\r\nFN:Bo\r\nTEL:1\r\nEND:VCARD\r\nBEGIN:VCARD\r\nitem1.EMAIL;type=pref:cy@c.\r\n test\r\nEMAIL:mailto:cy2@c.test\r\nEND:VCARD\r\n",
      ["4 ana@a.test ok", "6 Bo missing", "11 cy@c.test ok", "12 cy2@c.test ok"],
    ],
    ["JSON in a line", '[{"name":"Ana","email":"ana@a.test"}]', ['1 [{"name":"Ana" at', "1 ana@a.test ok"]],
    ["JSON", '["ana@a.test","bo@b.test"]', ["1 ana@a.test ok", "1 bo@b.test ok"]],
    ["HTML", '<user email="ana@a.test"/><b>bo@b.test</b>', ["1 ana@a.test ok", "1 bo@b.test ok"]],
    ["LDIF", "dn: cn=Ana,mail=ana@a.test", ["1 dn: cn=Ana at", "1 ana@a.test ok"]],
    ["names before a colon", "Ana:ana@a.test\nCorreo：bo@b.test", ["1 ana@a.test ok", "2 bo@b.test ok"]],
    ["Arabic separators", "ana@a.test، bo@b.test؛ cy@c.test", ["1 ana@a.test ok", "1 bo@b.test ok", "1 cy@c.test ok"]],
    [
      "brackets of other scripts, emoji",
      "《ana@a.test》\n（bo@b.test）\n【cy@c.test】\n✅di@d.test\ned@e.test👍\n☎️ fi@f.test",
      ["1 ana@a.test ok", "2 bo@b.test ok", "3 cy@c.test ok", "4 di@d.test ok", "5 ed@e.test ok", "6 fi@f.test ok"],
    ],
    [
      "a byte order mark read as letters, and other line breaks",
      "ï»¿ana@a.test\u0085bo@b.test\u2028cy@c.test",
      ["1 ana@a.test ok", "2 bo@b.test ok", "3 cy@c.test ok"],
    ],
    // Underscores are not Markdown italics here: stripping them would cut off the address.
    ["underscores stay", "_ana@a.test_\n__bo@b.test", ["1 _ana@a.test_ domain", "2 __bo@b.test ok"]],
    [
      "other addresses",
      "@ana@mastodon.test\nhttps://user@host.test/x",
      ["1 @ana@mastodon.test at", "2 https://user@host.test/x character"],
    ],
  ])("%s", async (_, text, expected) => {
    expect(await read(text)).toEqual(expected);
  });
});

describe("tables", () => {
  test("does not invite from a second address column unless it is chosen", async () => {
    const pasted = "E-Mail;Referred by\nana@a.test;boss@corp.test\n";
    expect(await read(pasted)).toEqual(["2 ana@a.test ok"]);
    const { columns, column } = await readTesterList(pasted);
    expect([columns, column]).toEqual([
      [
        { at: 0, name: "E-Mail" },
        { at: 1, name: "Referred by" },
      ],
      0,
    ]);
    expect(invitable((await readTesterList(pasted, 1)).entries)).toEqual(["boss@corp.test"]);
    expect(invitable((await readTesterList(pasted, null)).entries)).toEqual(["ana@a.test", "boss@corp.test"]);
    const withGap = await readTesterList(`${pasted}nobody;\n`, null);
    expect(withGap.entries.at(-1)).toMatchObject({ line: 3, text: "nobody", problem: "missing" });
    expect(await addresses("Referred by email,Nombre,Correo\nb@c.test,Ana,ana@a.test\nb@c.test,Bo,bo@b.test")).toEqual([
      ...["ana@a.test", "bo@b.test"],
    ]);
  });

  test("quoted cells, line breaks in cells, a byte order mark, rows without an address", async () => {
    const file =
      '\ufeffName;E-Mail;Note\r\n"Ruiz; Ana";Ana@b.test;"two\nlines"\r\nBo;not one;bo@c.test\r\n;;\r\nCy;cy@d.test;\r\nDi;;x\r\n';
    expect(await read(file)).toEqual([...["2 ana@b.test ok", "4 not one at", "6 cy@d.test ok", "7 Di · x missing"]]);
  });

  test("without a header takes the row's only address; handles a stray quote and sep=", async () => {
    expect(await read("Ana,a@b.test,1\nBo,,2\nc@d.test,Cy,3")).toEqual([
      ...["1 a@b.test ok", "2 Bo at", "3 c@d.test ok"],
    ]);
    expect(await addresses('Name,Email\n"Ana,ana@a.test\nBo,bo@b.test\nCy,cy@c.test')).toEqual([
      ...["ana@a.test", "bo@b.test", "cy@c.test"],
    ]);
    expect(await addresses("sep=;\r\nName;Email\r\nAna;ana@a.test\r\nBo;bo@b.test")).toEqual([
      ...["ana@a.test", "bo@b.test"],
    ]);
  });

  test("skips a title above the header", async () => {
    expect(await read("Testers of November\n\nName;Email\nAna;ana@a.test\nBo;bo@b.test\nCy;cy@c.test")).toEqual([
      ...["1 Testers of November missing", "4 ana@a.test ok", "5 bo@b.test ok", "6 cy@c.test ok"],
    ]);
  });

  test("reports a first row that is not a header", async () => {
    expect(await read("Bo;not-an-email\nAna;ana@a.test\nCy;cy@c.test")).toEqual([
      ...["1 not-an-email at", "2 ana@a.test ok", "3 cy@c.test ok"],
    ]);
  });
});

describe("plain lists", () => {
  test("reads addresses between commas, semicolons, spaces and lines, with and without names", async () => {
    expect(await read("a@b.test, c@d.test; Ana Ruiz <ana@e.test>\nf@g.test h@i.test\n\n")).toEqual([
      ...["1 a@b.test ok", "1 c@d.test ok", "1 ana@e.test ok", "2 f@g.test ok", "2 h@i.test ok"],
    ]);
    expect(await addresses('Ruiz, Ana <ana@a.test>; "Li, Bo" <bo@b.test>')).toEqual(["ana@a.test", "bo@b.test"]);
    expect(await addresses("MAILTO:a%2Bx@b.test?subject=Hi&cc=c@d.test")).toEqual(["a+x@b.test"]);
    expect(await addresses("ana@a.test?subject=Hi")).toEqual(["ana@a.test"]);
  });

  test.each([
    ["bob@x.test; not-an-email", ["1 bob@x.test ok", "1 not-an-email at"]],
    ["not-an-email, Ana <ana@a.test>", ["1 not-an-email at", "1 ana@a.test ok"]],
    ["Emails:\na@b.test", ["2 a@b.test ok"]],
    ["Correo electrónico\na@b.test", ["2 a@b.test ok"]],
    ["not-an-email\na@b.test", ["1 not-an-email at", "2 a@b.test ok"]],
    ["x<victim@a.test> y<@>", ["1 victim@a.test ok", "1 @ at"]],
    ['"ana@old.test" <ana@a.test>', ["1 ana@a.test ok"]],
    ["<ana@a.test> bo@b.test", ["1 ana@a.test ok", "1 bo@b.test ok"]],
    ["ana@a.test/bo@b.test", ["1 ana@a.test/bo@b.test at"]],
    [
      "a@b\nA@b.test\na@B.test\n@\nplain\n",
      ["1 a@b domain", "2 a@b.test ok", "3 a@b.test twice", "4 @ at", "5 plain at"],
    ],
    [" \n\n", []],
  ])("every entry becomes an address or a listed problem: %j", async (text, expected) => {
    expect(await read(text)).toEqual(expected);
  });

  test("takes five thousand addresses, lists those beyond, and reports duplicates", async () => {
    const text = Array.from({ length: 5002 }, (_, n) => `p${n}@example.test`).join("\n");
    const { entries } = await readTesterList(`${text}\np0@example.test`);
    expect(invitable(entries)).toHaveLength(5000);
    expect(entries.slice(5000).map(({ problem }) => problem)).toEqual(["over", "over", "twice"]);
    // Removing an entry makes room for the next one.
    expect(judged(entries.slice(1)).at(-1)?.problem).toBe("over");
    expect(judged(entries.slice(1)).at(-3)?.problem).toBe(null);
  });

  test("reads ten thousand wide rows within the time of a key press", async () => {
    const row = (n: number) => `First ${n},Last,* myContacts,* Home,p${n}@example.test,Work,w${n}@work.test,+1 555`;
    const head =
      "First Name,Last Name,Labels,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Label,E-mail 2 - Value,Phone";
    const text = [head, ...Array.from({ length: 10_000 }, (_, n) => row(n))].join("\r\n");
    const start = process.cpuUsage();
    expect((await readTesterList(text)).entries).toHaveLength(10_000);
    const { user } = process.cpuUsage(start);
    expect(user / 1000).toBeLessThan(3000);
  });

  test("long repetitive input takes no longer than other text", async () => {
    const start = process.cpuUsage();
    for (const part of ["<@", "@", ".", '"', "<", "(", "a@a.", "mailto:", " ,", "\u200b"])
      await readTesterList(`${part.repeat(50_000)}x`);
    const oneLine = Array.from({ length: 20_000 }, (_, n) => `p${n}@example.test`).join(" ");
    expect((await readTesterList(oneLine)).entries).toHaveLength(20_000);
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(4_000);
  });

  test("every word with an @ becomes an address or a listed problem, whatever surrounds it", async () => {
    const good = fc.stringMatching(/^[a-z][a-z0-9.+'-]{0,8}[a-z]@[a-z]{2,8}\.test$/).filter((a) => !a.includes(".."));
    const separator = fc.constantFrom(", ", "; ", "\n", "\t", " | ", " ", "\r\n", ",");
    const around = fc.constantFrom("", "<>", "()", "“”", "«»", "[]");
    const list = fc.array(fc.tuple(good, separator, around), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(list, async (parts) => {
        const text = parts.map(([address, by, [open = "", close = ""]]) => open + address + close + by).join("");
        const { entries } = await readTesterList(text, null);
        const named = entries.map(({ email, text }) => email || text).join(" ");
        for (const [address] of parts) expect(named).toContain(address);
      }),
      { seed: 40, numRuns: 500 },
    );
  });

  test("applies a corrected entry and the server's response for sent addresses", async () => {
    expect(correctedEntry(3, " Ana <ana@a.test> ")).toMatchObject({ line: 3, email: "ana@a.test", problem: null });
    expect(correctedEntry(3, "ana")).toMatchObject({ line: 3, email: "", problem: "at" });
    const { entries } = await readTesterList("no\na@b.test\na@b.test\nc@d.test\ne@f.test");
    const asked = invitable(entries);
    const problems = [
      { place: 0, problem: "invited" as const },
      { place: 2, problem: "tester" as const },
    ];
    expect(withAnswer(entries, asked, { invited: 1, problems }).map(({ problem }) => problem)).toEqual([
      ...["at", "invited", "twice", null, "tester"],
    ]);
  });
});
