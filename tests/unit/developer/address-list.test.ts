// The lists of addresses that testers are invited from.
import { expect, test } from "vitest";
import { invitable, readAddresses, withAnswer } from "../../../src/features/campaigns/address-list.ts";

const read = async (text: string) =>
  (await readAddresses(text)).map(({ line, text: written, problem }) => `${line} ${written} ${problem ?? "ok"}`);

test("addresses between commas, semicolons, spaces and lines, with and without names", async () => {
  expect(await read("a@b.test, c@d.test; Ana Ruiz <ana@e.test>\nf@g.test h@i.test\n\n")).toEqual([
    ...["1 a@b.test ok", "1 c@d.test ok", "1 ana@e.test ok", "2 f@g.test ok", "2 h@i.test ok"],
  ]);
});

test("a CSV file: the column of addresses by its header, quoted cells, a byte order mark, semicolons", async () => {
  const file =
    '\ufeffName;E-Mail;Note\r\n"Ruiz; Ana";Ana@b.test;"two\nlines"\r\nBo;not one;bo@c.test\r\n;;\r\nCy;cy@d.test;\r\n';
  const rows = ["2 Ana@b.test ok", "4 Bo not one bo@c.test invalid", "6 cy@d.test ok"];
  expect(await read(file)).toEqual(rows);
  expect(invitable(await readAddresses(file))).toEqual(["ana@b.test", "cy@d.test"]);
});

test("a CSV file without a header: whichever cell has an address", async () => {
  expect(await read("Ana,a@b.test,1\nBo,,2\nc@d.test,Cy,3")).toEqual([
    ...["1 a@b.test ok", "2 Bo  2 invalid", "3 c@d.test ok"],
  ]);
});

test("what is no address, and what is there twice, also in other letters", async () => {
  expect(await read("a@b\nA@b.test\na@B.test\n@\nplain\n")).toEqual([
    ...["1 a@b invalid", "2 A@b.test ok", "3 a@B.test twice", "4 @ invalid", "5 plain invalid"],
  ]);
  expect(await read(`${"x".repeat(320)}@b.test`)).toEqual([expect.stringMatching(/ invalid$/)]);
});

test("five thousand addresses in a list; those after them are named, and twice stays twice", async () => {
  const text = Array.from({ length: 5002 }, (_, n) => `p${n}@example.test`).join("\n");
  const list = await readAddresses(`${text}\np0@example.test`);
  expect(invitable(list)).toHaveLength(5000);
  expect(list.slice(5000).map(({ problem }) => problem)).toEqual(["over", "over", "twice"]);
});

test("the server's answer is for the addresses that it was sent", async () => {
  const list = await readAddresses("no\na@b.test\na@b.test\nc@d.test\ne@f.test");
  const answer = {
    invited: 1,
    problems: [
      { place: 0, problem: "invited" as const },
      { place: 2, problem: "tester" as const },
    ],
  };
  expect(withAnswer(list, answer).map(({ problem }) => problem)).toEqual([
    ...["invalid", "invited", "twice", null, "tester"],
  ]);
  expect(await readAddresses(" \n\n")).toEqual([]);
});
