// Search words of the catalog, with the same cases as tests/unit/src/text-match.test.ts.
import { describe, expect, test } from "vitest";
import { ruleEngines } from "../fixtures/engines.ts";
import { setUpDatabase } from "../fixtures/sql/scenario.ts";
import { foldCases, matchCases } from "../fixtures/word-cases.ts";

describe.each(ruleEngines)("%s", (kind) => {
  const db = setUpDatabase(kind);

  test("S27 the database reads the same words as the device", async () => {
    for (const [text, words] of foldCases) {
      const [row] = await db.owner<{ words: string[] }>("select private.words_of($1) as words", [text]);
      expect([text, [...(row?.words ?? [])].sort()]).toEqual([text, [...new Set(words)].sort()]);
    }
  });

  test("S27 the database finds the same texts as the device", async () => {
    for (const [typed, text, found] of matchCases) {
      const [row] = await db.owner<{ found: boolean }>(
        "select coalesce(array_to_tsvector(private.words_of($2)) @@ private.search_query($1, '{}'), true) as found",
        [typed, text],
      );
      expect([typed, text, row?.found]).toEqual([typed, text, found]);
    }
  });
});
