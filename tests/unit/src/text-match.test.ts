// Search words of the catalog, with the same cases as tests/sql/catalog-words.test.ts.
import { expect, test } from "vitest";
import { wordMatcher, wordsOf } from "../../../src/lib/text-match.ts";
import { foldCases, matchCases } from "../../fixtures/word-cases.ts";

test.each(foldCases)("S27 search words of %j", (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

test.each(matchCases)("S27 %j finds %j: %s", (typed, text, found) => {
  expect(wordMatcher(typed)(wordsOf(text))).toBe(found);
});
